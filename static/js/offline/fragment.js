/** What stands behind the # of the address; as it stands there where it is not well encoded. */
export const fragment = () => {
  const written = location.hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
};
