"""An amount in Chinese capitals as a spreadsheet formula, by functions that every spreadsheet program has.

The digits go through a string of fen; runs of 零 are folded; ``^`` marks the head while leading zeros are taken off.
Same rules as ``planner.money_words``; up to 999,999,999,999.99 yuan, not negative.
"""

from __future__ import annotations

_DIGITS = "零壹贰叁肆伍陆柒捌玖"
_PLACES = ("仟", "佰", "拾", "亿", "仟", "佰", "拾", "万", "仟", "佰", "拾", "元")
_FOLDS = (
    *(("零仟", "零"), ("零佰", "零"), ("零拾", "零"), ("零零", "零"), ("零零", "零")),
    *(("^零亿", "^"), ("^零万", "^"), ("亿零万", "亿零"), ("零零", "零")),
    *(("零亿", "亿"), ("零万", "万"), ("零元", "元"), ("^零", "^")),
)
_FORM = "0" * (len(_PLACES) + 2)


def capitals_formula(cell: str) -> str:
    """Return the formula, starting with =, for the amount in yuan that ``cell`` names."""
    fen = f'TEXT(ROUND({cell}*100,0),"{_FORM}")'

    def digit(place: int) -> str:
        return f'MID("{_DIGITS}",MID({fen},{place},1)+1,1)'

    whole = '"^"' + "".join(f'&{digit(place)}&"{unit}"' for place, unit in enumerate(_PLACES, 1))
    for old, new in _FOLDS:
        whole = f'SUBSTITUTE({whole},"{old}","{new}")'
    jiao, last = len(_PLACES) + 1, len(_PLACES) + 2
    cents, yuan = f"RIGHT({fen},2)", f"LEFT({fen},{len(_PLACES)})"
    nothing = f'IF({cents}="00","零元","")'
    whole = f'SUBSTITUTE(SUBSTITUTE({whole},"^元",{nothing}),"^","")'
    zero = f'IF(VALUE({yuan})=0,"","零")'
    part = f'IF(MID({fen},{jiao},1)="0",{zero},{digit(jiao)}&"角")&IF(MID({fen},{last},1)="0","",{digit(last)}&"分")'
    return f'={whole}&IF({cents}="00","整",{part})'
