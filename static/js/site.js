// Conveniences of every page. All pages work without them.
import "./keep-place.js";
import "./shortcuts.js";
