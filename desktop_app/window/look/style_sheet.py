"""The one style sheet of the window, filled with the colours of a theme.

Widgets say what they are by dynamic properties set before they are shown: ``kind`` on buttons (primary, plain, tool,
remedy), ``part`` on areas (top_bar, rail, strip, tab_row, panel, card, box, head, foot), ``text_size`` (caption,
title, figure), ``tone`` (a colour of the look) and ``weight`` (bold) on labels, ``state`` (rejected) on fields.
"""

from __future__ import annotations

from string import Template

from desktop_app.window.look.tokens import Look

_AREAS = """
QMainWindow, QDialog, *[part="desk"] { background: $window; }
*[part="top_bar"], #top-bar { background: $surface; border: 0; border-bottom: 1px solid $border; }
*[part="rail"] { background: $rail; border: 0; border-right: 1px solid $border; }
*[part="strip"] { background: $sunken; border: 0; border-top: 1px solid $border; }
*[part="tab_row"] { background: $sunken; border: 0; border-bottom: 1px solid $border; }
*[part="tool_row"], *[part="sheet"] { background: $surface; border: 0; }
*[part="panel"] { background: $surface; border: 0; border-left: 1px solid $border; }
*[part="head"] { background: $surface; border: 0; border-bottom: 1px solid $border; }
*[part="foot"] { background: $surface; border: 0; border-top: 1px solid $border_strong; }
*[part="card"] { background: $surface; border: 1px solid $border; border-radius: 8px; }
*[part="box"] { background: $sunken; border: 1px solid $border; border-radius: 6px; }
*[part="float"] { background: $raised; border: 1px solid $border_strong; border-radius: 6px; }
*[part="line"], #hair { background: $border; border: 0; }
QScrollArea, QScrollArea > QWidget > QWidget[part="scrolled"] { background: transparent; border: 0; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
"""

_LABELS = """
QLabel { background: transparent; border: 0; }
QLabel[text_size="caption"] { font-size: 12px; }
QLabel[text_size="title"] { font-size: 15px; font-weight: 700; }
QLabel[text_size="figure"] { font-size: 22px; font-weight: 700; }
QLabel[weight="bold"] { font-weight: 700; }
"""

_BUTTONS = """
QPushButton, QToolButton[kind] { min-height: 25px; max-height: 25px; padding: 0 9px 1px 9px;
  border-radius: 4px; border: 1px solid $border_strong; background: $raised; color: $text; }
QPushButton:hover, QPushButton:pressed, QPushButton:checked, QPushButton:open
  { background: $hover; border-color: $border_control; }
QAbstractButton[kind="primary"] { background: $accent_fill; border-color: $accent_fill; color: $on_accent; }
QAbstractButton[kind="primary"]:hover, QAbstractButton[kind="primary"]:pressed
  { background: $accent_fill_hover; border-color: $accent_fill_hover; }
QAbstractButton[kind="tool"] { background: transparent; border-color: transparent; color: $text2; }
QAbstractButton[kind="tool"]:hover, QAbstractButton[kind="tool"]:pressed, QAbstractButton[kind="tool"]:checked,
  QAbstractButton[kind="tool"]:open { background: $hover; border-color: $hover; }
QAbstractButton[kind="remedy"] { background: $accent_tint; border-color: $accent_tint; color: $accent; }
QAbstractButton[kind="remedy"]:hover, QAbstractButton[kind="remedy"]:pressed
  { background: $selected_strong; border-color: $selected_strong; color: $accent_hover; }
QPushButton:disabled, QToolButton[kind]:disabled { background: transparent; border-color: $border_strong;
  color: $disabled; }
QAbstractButton[kind="tool"]:disabled { border-color: transparent; }
QAbstractButton[small="true"] { min-height: 21px; max-height: 21px; padding: 0 7px 1px 7px; }
QAbstractButton[square="true"] { padding: 0; min-height: 26px; max-height: 26px; min-width: 26px; max-width: 26px; }
QAbstractButton[small="true"][lines="many"] { max-height: 200px; padding: 3px 7px 4px 7px; text-align: left; }
QAbstractButton[square="true"][small="true"] { min-height: 22px; max-height: 22px; min-width: 22px; max-width: 22px; }
QPushButton[kind="search"] { background: $field; border-color: $border_control; color: $text3; text-align: left; }
QPushButton[kind="search"]:hover { border-color: $accent; }
QLabel[part="key"] { border: 1px solid $border; border-radius: 3px; background: $sunken; color: $text3;
  font-size: 12px; padding: 0 4px; }
QPushButton::menu-indicator, QToolButton[kind]::menu-indicator { width: 0; image: none; }
"""

_FIELDS = """
QLineEdit, QPlainTextEdit, QTextEdit { background: $field; color: $text; border: 1px solid $border_control;
  border-radius: 4px; padding: 0 6px; selection-background-color: $accent_fill; selection-color: $on_accent; }
QLineEdit { min-height: 26px; max-height: 26px; }
QPlainTextEdit, QTextEdit { padding: 3px 5px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid $focus; padding: 0 5px; }
QPlainTextEdit:focus, QTextEdit:focus { padding: 2px 4px; }
QLineEdit:focus { min-height: 24px; max-height: 24px; }
QLineEdit[state="rejected"], QLineEdit[state="rejected"]:focus { border: 2px solid $error; padding: 0 5px;
  min-height: 24px; max-height: 24px; }
QLineEdit:read-only, QPlainTextEdit:read-only, QTextEdit:read-only { background: $sunken; color: $text2;
  border-color: $border; }
QLineEdit:disabled { background: $sunken; color: $disabled; border-color: $border; }
QLineEdit[part="cell"], QLineEdit[part="cell"]:focus { border: 2px solid $focus; border-radius: 2px;
  padding: 0 4px 1px 4px; min-height: 0; max-height: 1000px; }
QLineEdit[part="cell"][state="rejected"] { border-color: $error; }
QComboBox { background: $field; color: $text; border: 1px solid $border_control; border-radius: 4px;
  min-height: 26px; max-height: 26px; padding: 0 26px 0 8px; combobox-popup: 0; }
QComboBox:focus, QComboBox:on { border: 2px solid $focus; padding: 0 25px 0 7px;
  min-height: 24px; max-height: 24px; }
QComboBox:disabled { background: $sunken; color: $disabled; border-color: $border; }
QComboBox::drop-down { width: 0; border: 0; }
QComboBox::down-arrow { image: none; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border_strong; padding: 4px; }
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 5px; border-radius: 4px; color: $text; }
QComboBox QAbstractItemView::item:hover { background: $hover; }
QComboBox QAbstractItemView::item:selected, QComboBox QAbstractItemView::item:focus
  { background: $selected; color: $text; border: 0; }
QCheckBox, QRadioButton { spacing: 8px; min-height: 20px; color: $text; background: transparent; }
QCheckBox:disabled, QRadioButton:disabled { color: $disabled; }
QCheckBox::indicator { width: 13px; height: 13px; border: 1px solid $border_control; border-radius: 3px;
  background: $field; }
QRadioButton::indicator { width: 13px; height: 13px; border: 1px solid $border_control; border-radius: 7px;
  background: $field; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked, QCheckBox::indicator:indeterminate
  { background: $accent_fill; border-color: $accent_fill; }
QRadioButton::indicator:checked { border: 4px solid $accent_fill; width: 7px; height: 7px; border-radius: 7px;
  background: $on_accent; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { background: $sunken; border-color: $border_strong; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $border_strong; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0; border-radius: 7px;
  border: 1px solid $border_control; background: $raised; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border-color: $accent; }
"""

_VIEWS = """
QAbstractItemView { background: $surface; color: $text; border: 0; outline: 0; gridline-color: $grid;
  selection-background-color: $selected; selection-color: $text; }
QHeaderView { background: $header; border: 0; }
QHeaderView::section { background: $header; color: $text2; border: 0; border-bottom: 1px solid $border_strong;
  font-size: 12px; padding: 0 8px; }
QHeaderView::section:hover { background: $hover; }
QTableCornerButton::section { background: $header; border: 0; border-bottom: 1px solid $border_strong; }
QTabBar { background: transparent; border: 0; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $text2; border: 0; border-bottom: 3px solid transparent;
  padding: 3px 12px 0 12px; margin: 0; min-height: 34px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; font-weight: 700; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $accent; }
QTabBar::tab:disabled { color: $disabled; }
QTabWidget::pane { border: 0; }
QScrollBar { background: transparent; border: 0; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: $border_strong; border-radius: 4px; margin: 2px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $border_control; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QMenu { background: $raised; color: $text; border: 1px solid $border_strong; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 10px; border-radius: 4px; background: transparent; }
QMenu::item:selected { background: $selected; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $border; margin: 4px 6px; }
QMenu::icon { padding-left: 8px; }
QToolTip { background: $raised; color: $text; border: 1px solid $border_strong; padding: 4px 8px; font-size: 12px; }
"""

_TONES = (
    *("text", "text2", "text3", "disabled", "accent", "on_accent"),
    *("error", "warn", "unknown", "ok", "info"),
)


def style_sheet(values: Look) -> str:
    """Return the style sheet of a theme."""
    sheet = Template("".join((_AREAS, _LABELS, _BUTTONS, _FIELDS, _VIEWS))).substitute(values.colour)
    tones = "".join(f'QLabel[tone="{tone}"] {{ color: {values.colour[tone]}; }}\n' for tone in _TONES)
    return sheet + tones
