/*
 * Limits of every parser of foreign text: spreadsheets, pasted pages, and live timing. Parsers cut or reject longer
 * input before they apply any pattern, so that no input costs more than its size. docs/security.md names this file.
 */

/** Characters of a cell or an attribute. Longer ones are cut, and the parser reports it. */
export const MAX_CELL_CHARS = 1_000

/** Characters of a time, a gap or a number of laps. Longer ones are ignored. */
export const MAX_NUMBER_CHARS = 32

/** Characters of a line of a page. A longer line is not parsed as a row of a table. */
export const MAX_LINE_CHARS = 1_000

/** Lines of a page. */
export const MAX_PAGE_LINES = 3_000

/** Bytes of an uploaded page, and characters of its extracted text. */
export const MAX_PAGE_BYTES = 1024 * 1024

/** Bytes of an uploaded file. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

/** Characters of all cells of a file together. */
export const MAX_FILE_CHARS = 2_000_000

/** Rows of a sheet and lines of a separated text, including blank ones, and cells of a sheet. */
export const MAX_SHEET_ROWS = 20_000
export const MAX_SHEET_CELLS = 500_000

/** Parts of a zipped workbook, their unpacked size, and the packing ratio: office programs reach about 60 to 1. */
export const MAX_ARCHIVE_PARTS = 1_000
export const MAX_UNPACKED_MB = 50
export const MAX_PACKING_RATIO = 200

/** Nesting depth of a page's tags. */
export const MAX_HTML_DEPTH = 500

/** Rows with content, over all sheets of a file. */
export const MAX_ROWS = 5_000

export const MAX_COLUMNS = 100

export const MAX_SHEETS = 50

/** Rows of a classification that name a car: no category has as many entries. */
export const MAX_CLASSIFIED_ROWS = 1_000

/** Drivers of one car that a parser compares. */
export const MAX_DRIVERS_OF_CAR = 10

/** Time limit for parsing a file or a page in its worker, including the wait for a slot. */
export const PARSING_TIMEOUT_MS = 1_600

/** Heap of the worker that parses a file or a page. */
export const PARSING_HEAP_MB = 256

/** Files and pages parsed at the same time, and those that may wait for a slot. */
export const PARSING_CONCURRENCY = 2
export const PARSING_QUEUE_LIMIT = 4
export const PARSING_QUEUE_TIMEOUT_MS = 800

/*
 * Live timing: limits of one source. A real meeting stays far below each of them. Beyond one, the rest is skipped and
 * counted in the source's status.
 */

/** Bytes of one live-timing message. A meeting with 60 cars has some 50 KB. */
export const MAX_MESSAGE_BYTES = 1_000_000

/** Parts of one live-timing message. */
export const MAX_PARTS = 10_000

/** Time between two complete messages, in ms. After it the connection is closed and reopened. */
export const MAX_SILENCE_MS = 60_000

/** Elements of one live-timing message, their nesting depth, and attributes of an element. */
export const MAX_ELEMENTS = 20_000
export const MAX_ELEMENT_DEPTH = 30
export const MAX_ATTRIBUTES = 200

/** Elements of one live-timing message that change the state: children of the root, and of a `New` or `Change`. */
export const MAX_STEPS = 200

/** Elements of one list of a message: competitors, or positions of a leaderboard. */
export const MAX_LIST_ELEMENTS = 1_000

/** Competitors, categories and cars in the state of one live-timing source; a snapshot has as many cars. */
export const MAX_COMPETITORS = 500
export const MAX_CATEGORIES = 100
export const MAX_CARS = 300

/** Characters of texts from a live-timing source: ids, plates, names, messages of race control. */
export const MAX_ID_CHARS = 40
export const MAX_PLATE_CHARS = 10
export const MAX_NAME_CHARS = 200
export const MAX_CONTROL_MESSAGE_CHARS = 500

/** Bytes read from the end of a newline-delimited JSON file or reply; a snapshot of 300 cars has some 100 KB. */
export const MAX_TAIL_BYTES = 1_000_000

/** Characters of one snapshot as a line; a pushed body has at most as many bytes (its route's definition). */
export const MAX_SNAPSHOT_CHARS = 250_000

/** Bytes of a reply from a server that ignores `Range`. */
export const MAX_REPLY_BYTES = 32_000_000

/** Time in ms for which a source that sends without a pause is read; then other work runs equally long. */
export const MAX_TURN_MS = 10

/** Snapshots that one key or administrator may push in ten seconds. */
export const MAX_PUSHES_IN_10_S = 500
