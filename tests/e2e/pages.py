"""What pictures, axe and the budget look at: one address of each type of page, by name, without the interface
language; and the screens it is seen on, in CSS pixels."""

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}

PAGES = {
    "home": "",
    "game": "talisman/",
    "game-expansion": "krolestwo-dusz/",
    "game-without-texts": "talisman-dungeon/",
    "terms": "andor/terms/",
    "source": "talisman/faq/",
    "source-search": "agot-lcg/faq/?q=карту",
    "chapter": "talisman/faq/deleniya-igrovogo-polya/",
    "section": "talisman/faq/posledovatelnost-vstrech/",
    "section-steps": "andor/pamyatka/rassvet/",
    "section-polish": "krolestwo-dusz/instrukcja/karty-terenu/",
    "clarification": "agot-lcg/faq/2-4/",
    "erratum": "andor/pamyatka/opechatki-i-netochnosti-na-kartah-legend-8/",
    "ruling-yes-if": "talisman/faq/korona-poveleniy-v1/",
    "ruling-no": "talisman/faq/korona-poveleniy-v4/",
    "ruling-yes": "talisman/faq/hram-v1/",
    "ruling-plain": "talisman/faq/korona-poveleniy-v2/",
    "ruling-two-cards": "talisman/faq/prints-printsessa-v/",
    "card": "talisman/cards/korona-poveleniy/",
    "card-mentioned": "talisman/cards/zhaba/",
    "card-term": "krolestwo-dusz/cards/karta-terenu/",
    "search": "search/?q=жаба",
    "search-filtered": "search/?q=заклинание повеления&kind=ruling&game=talisman",
    "search-start": "search/",
    "help": "help/",
    "offline": "offline/",
    "search-empty": "search/?q=венецианский кардамон",
    "tonight": "tonight/?e=22,25,108",
    "tonight-empty": "tonight/",
    "paper": "agot-lcg/print/",
    "not-found": "talisman/nothing-here/",
    "bad-request": "search/?page=first",
}
