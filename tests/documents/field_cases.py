"""What users of other programs reported about exports, and the tests that hold ours to the right value.

One line for each report: its id, what is right, and the tests as ``folder/module::test``. A report without a test says
why it does not concern us. ``test_field_cases.py`` makes sure that every test named here is there.
"""

from __future__ import annotations

import msgspec


class Case(msgspec.Struct, frozen=True):
    """A report: what is right, the tests that show it, or why there are none."""

    id: str
    right: str
    tests: tuple[str, ...] = ()
    not_ours: str = ""


CASES = (
    # ------------------------------------------------------------------------------------------ workbooks and tables
    Case(
        "B01",
        "text that begins with = + - @, also behind a tab or line end, is text; a CSV says so to a spreadsheet",
        (
            "documents/test_field_texts::test_it_comes_back_as_it_was",
            "documents/test_field_texts::test_no_text_is_ever_computed",
            "documents/test_field_sheets::test_a_table_for_a_spreadsheet_is_computed_nowhere_and_reads_back",
            "documents/test_field_sheets::test_what_is_guarded_is_given_back",
            "documents/test_xlsx::test_what_looks_like_a_formula_is_text",
            "forms/test_form_xlsx::test_values_never_become_formulas_or_numbers",
            "documents/test_field_forms::test_texts_that_broke_other_programs_in_forms",
        ),
    ),
    Case(
        "B03",
        "=<5% and a lone = are string cells, the file opens",
        (
            "documents/test_field_texts::test_it_comes_back_as_it_was",
            "documents/test_xlsx::test_what_looks_like_a_formula_is_text",
        ),
    ),
    Case(
        "B04",
        "codes are text: 19 digits, leading zeros, 1E5, 3-4",
        (
            "documents/test_field_texts::test_it_comes_back_as_it_was",
            "documents/test_xlsx::test_long_digit_strings_stay_text",
            "documents/test_xlsx::test_id_columns_keep_typed_codes_as_text",
            "forms/test_form_values::test_account_numbers_and_organisation",
        ),
    ),
    Case(
        "B06",
        "control characters go and are counted, a vertical tab is a line end; no text stops an export",
        (
            "documents/test_field_texts::test_what_nobody_sees_is_left_out_and_counted",
            "documents/test_field_texts::test_no_text_breaks_a_workbook_or_a_word_file",
            "documents/test_render::test_control_characters_are_left_out_and_counted",
            "documents/test_render::test_cleaning_keeps_everything_visible",
            "forms/test_form_xlsx::test_signs_control_characters_and_escapes",
            "documents/test_field_forms::test_any_text_at_all_in_a_form",
            "documents/test_field_pictures::test_any_title_is_painted",
        ),
    ),
    Case(
        "B07",
        "names of sheets: 31 units, none of []:*?/\\, distinct but for case, no apostrophe at an end, not History",
        (
            "documents/test_field_sheets::test_sheets_named_by_plans",
            "documents/test_field_sheets::test_two_plans_with_the_same_first_31_characters",
            "documents/test_field_sheets::test_an_apostrophe_that_a_cut_leaves_at_the_end",
            "documents/test_field_sheets::test_any_names_are_made_valid_and_distinct",
            "documents/test_xlsx::test_sheet_names_every_program_opens",
        ),
    ),
    Case(
        "B09",
        "a target that is open, locked, on a full disk or in a read-only folder: named, with remedy, nothing half",
        (
            "documents/test_field_files::test_a_target_that_cannot_be_written_keeps_what_it_was",
            "documents/test_field_files::test_a_folder_one_may_not_write_to",
            "documents/test_field_files::test_a_name_longer_than_the_system_takes",
            "documents/test_field_files::test_a_file_that_cannot_be_read_back_is_told_under_its_own_name",
            "documents/test_field_pictures::test_a_locked_name_leaves_the_pictures_as_they_were",
            "documents/test_render::test_a_full_device",
            "documents/test_parameter_sheet::test_a_locked_target_leaves_the_old_set",
            "forms/test_form_package::test_nothing_is_left_where_the_target_cannot_be_written",
            "cli/test_cli_faults::test_write_protected_folders_end_with_4_and_leave_nothing",
        ),
    ),
    Case(
        "B11",
        "a user's form keeps charts, lists and objects; it is never written to itself",
        (
            "documents/test_field_forms::test_a_workbook_keeps_chart_list_sparkline_picture_and_names",
            "documents/test_field_forms::test_the_form_itself_is_never_written_to",
            "forms/test_form_package::test_untouched_parts_are_equal_to_the_byte_and_in_their_order",
            "forms/test_form_xlsx_rows::test_table_pictures_and_charts_follow",
            "forms/test_form_package::test_form_itself_and_other_endings_are_refused_as_targets",
        ),
    ),
    Case(
        "B13",
        "more rows than a sheet has are refused, not left out",
        ("documents/test_field_sheets::test_more_rows_than_a_sheet_has_are_refused_at_once",),
    ),
    Case(
        "B14",
        "a text over 32,767 units is never cut: refused with its place; the other formats have it whole",
        (
            "documents/test_field_sheets::test_a_text_longer_than_a_cell_is_refused_and_goes_into_the_other_formats_whole",
            "documents/test_field_sheets::test_32_767_units_are_the_most",
            "documents/test_field_sheets::test_a_text_too_long_is_refused_wherever_it_stands",
            "forms/test_form_xlsx::test_text_too_long_for_a_cell_is_refused_with_its_cell",
        ),
    ),
    Case(
        "B15",
        "nan and inf are no numbers of a paper, #N/A is text, an unknown price is said in words",
        (
            "documents/test_field_numbers::test_what_is_no_number_is_refused_in_every_format",
            "documents/test_field_texts::test_it_comes_back_as_it_was",
            "documents/test_book_content::test_an_unknown_price_is_a_blank_not_a_number",
        ),
    ),
    Case(
        "B16",
        "number and format, never formatted text; the language of the system changes nothing",
        (
            "documents/test_field_numbers::test_the_language_of_the_system_changes_no_number",
            "documents/test_field_numbers::test_value_and_format_in_a_workbook_digits_on_paper",
            "documents/test_xlsx::test_numbers_are_numbers_with_formats",
        ),
    ),
    # ------------------------------------------------------------------------------------------ pages
    Case(
        "C01",
        "an embedded face that has Chinese, text read back and compared; no page without it",
        (
            "documents/test_field_pages::test_a_font_that_cannot_be_embedded_is_refused_not_replaced",
            "documents/test_pdf::test_every_character_can_be_read_back",
            "documents/test_pdf::test_all_fonts_are_embedded_subsets_and_no_helvetica_is_listed",
            "documents/test_field_texts::test_a_missing_glyph_is_named_with_its_place_on_paper_and_kept_elsewhere",
            "documents/test_field_pictures::test_a_missing_glyph_is_named_and_leaves_nothing",
        ),
    ),
    Case(
        "C03",
        "a font with CFF outlines, a damaged or a missing one is named",
        ("documents/test_field_pages::test_a_font_that_cannot_be_embedded_is_refused_not_replaced",),
    ),
    Case(
        "C05",
        "S&P 500, A&B, &lt; print as they are, in text, heads, properties and pictures",
        (
            "documents/test_field_texts::test_it_comes_back_as_it_was",
            "documents/test_field_texts::test_signs_are_text_in_heads_titles_notes_and_properties",
            "documents/test_pdf::test_markup_and_formulas_are_plain_text",
            "documents/test_docx::test_markup_is_plain_text_everywhere",
            "documents/test_field_pictures::test_any_title_is_painted",
        ),
    ),
    Case(
        "C07",
        "an & in a workbook's head is doubled",
        (
            "documents/test_field_texts::test_an_ampersand_in_a_workbooks_head_is_doubled",
            "documents/test_field_sheets::test_a_head_longer_than_a_workbook_takes_is_cut_not_left_out",
            "documents/test_xlsx::test_ampersand_and_figures_in_the_running_head",
        ),
    ),
    Case(
        "C08",
        "<b> and </para> are text, PUE <1.3 too",
        (
            "documents/test_field_texts::test_it_comes_back_as_it_was",
            "documents/test_pdf::test_markup_and_formulas_are_plain_text",
        ),
    ),
    Case(
        "C09",
        "a cell taller than a page is split, every character is there",
        (
            "documents/test_field_pages::test_a_cell_longer_than_a_page_loses_nothing",
            "documents/test_field_pages::test_two_tall_cells_in_one_row_are_cut_at_the_same_lines",
            "documents/test_field_sheets::test_a_text_taller_than_a_row_is_told",
            "documents/test_pdf::test_a_cell_longer_than_a_page_goes_on",
            "documents/test_docx::test_very_long_texts_are_whole",
        ),
    ),
    Case(
        "C11",
        "a repeated head stands over a row at least",
        (
            "documents/test_field_pages::test_a_head_is_never_without_a_row",
            "documents/test_field_pages::test_a_table_that_ends_exactly_at_the_page_end_leaves_no_empty_head",
        ),
    ),
    Case(
        "C13",
        "texts of every length before a space fail nowhere and leave no page blank",
        (
            "documents/test_field_pages::test_texts_of_every_length_before_every_kind_of_block_fail_nowhere",
            "documents/test_pdf::test_a_page_is_not_left_blank_whatever_the_lengths",
        ),
    ),
    Case(
        "C14",
        "what is kept together is parted where it is longer than a page",
        (
            "documents/test_field_pages::test_what_is_kept_together_is_parted_where_it_is_longer_than_a_page",
            "documents/test_pdf::test_tied_rows_longer_than_a_page_are_parted",
        ),
    ),
    # ------------------------------------------------------------------------------------------ seen beside the reports
    Case(
        "row spans",
        "no cell goes over several rows",
        (
            "documents/test_field_pages::test_a_row_span_is_no_part_of_a_table",
            "documents/test_xlsx::test_no_merged_data_rows_and_id_first",
        ),
    ),
    Case(
        "thirty columns",
        "all of them are in the file and on the page, none cut, none below six points",
        (
            "documents/test_field_pages::test_thirty_columns_are_all_there",
            "documents/test_pdf::test_a_table_wider_than_the_page_is_set_smaller_not_cut",
        ),
    ),
    Case(
        "linear time",
        "four times the rows take less than five times as long, a title of 3,000 characters is no trap",
        (
            "documents/test_field_pages::test_four_times_the_rows_take_less_than_five_times_as_long",
            "documents/test_field_pages::test_long_titles_heads_and_captions_fail_nowhere",
        ),
    ),
    Case(
        "numbers",
        "rounded half up as a spreadsheet does, whole before the point, no -0.00, percent and negative as written",
        (
            "documents/test_field_numbers::test_value_and_format_in_a_workbook_digits_on_paper",
            "documents/test_field_numbers::test_rounding_is_half_up_and_never_a_lone_minus",
            "documents/test_field_numbers::test_what_stands_before_the_point_is_whole",
        ),
    ),
    Case(
        "dates",
        "a serial with a format in a workbook, 2026-03-04 on paper",
        (
            "documents/test_field_numbers::test_a_day_in_a_workbook_is_its_serial",
            "documents/test_field_numbers::test_a_day_before_the_serials_is_written_out",
            "documents/test_field_numbers::test_a_day_is_written_the_same_for_everyone",
        ),
    ),
    Case(
        "spellings",
        "accents apart, wide blanks, full-width digits and line ends stay as they were written",
        (
            "documents/test_field_texts::test_spellings_stay_apart",
            "documents/test_field_texts::test_accents_apart_are_on_the_page",
            "documents/test_field_texts::test_blanks_alone_stop_no_export",
            "documents/test_field_sheets::test_line_ends_and_blanks_of_a_cell_stay",
        ),
    ),
    Case(
        "file names",
        "names of devices, forbidden signs, dots and blanks at the end, too long: made safe on every system",
        (
            "documents/test_field_files::test_names_of_devices_are_no_file_names",
            "documents/test_field_files::test_what_no_system_takes_is_replaced",
            "documents/test_field_files::test_every_name_is_safe_on_every_system",
            "documents/test_field_files::test_a_paper_is_written_under_any_title",
            "documents/test_field_pictures::test_pages_of_a_long_title_have_names_of_their_own",
        ),
    ),
    Case(
        "same bytes",
        "the same plan gives the same bytes",
        (
            "documents/test_field_files::test_the_same_paper_gives_the_same_bytes",
            "documents/test_field_pictures::test_twice_the_same_bytes",
            "documents/test_parameter_sheet::test_the_same_plan_gives_the_same_bytes",
            "documents/test_book_workbook::test_the_same_plan_gives_the_same_bytes",
        ),
    ),
    Case(
        "leaks",
        "no external file names a maker, brand or model, however it is written and wherever it stands",
        (
            "property/test_leaks_property::test_a_name_of_the_catalog_stops_the_export_wherever_it_stands",
            "property/test_leaks_property::test_a_name_in_the_name_of_the_file_stops_it",
            "property/test_leaks_property::test_neutral_papers_are_let_through",
            "documents/test_scan::test_a_brand_split_over_runs_is_found",
            "documents/test_docx_leaks::test_a_brand_split_over_runs_is_found",
            "documents/test_scan::test_a_brand_on_a_page_is_found_wherever_the_line_breaks",
            "documents/test_field_pictures::test_a_brand_stops_pictures_that_go_out",
        ),
    ),
    Case(
        "forms",
        "no fields and tracked changes are named",
        (
            "documents/test_field_forms::test_a_form_without_fields_is_named",
            "documents/test_field_forms::test_tracked_changes_at_a_field_are_named",
            "forms/test_form_docx::test_tracked_change_at_a_field_is_refused_with_place_and_remedy",
        ),
    ),
)
