/*
 * The bounds of every reader of foreign text: spreadsheets, pasted pages, and live timing. Readers cut or refuse what is
 * longer before they apply any pattern to it, so that no input costs more than its size. docs/security.md names this file.
 */

/** Characters of a cell or an attribute. What is longer is cut, and the reader reports it. */
export const MAX_CELL_CHARS = 1_000

/** Characters of a time, a gap or a number of laps. What is longer is none. */
export const MAX_FIGURE_CHARS = 32

/** Characters of a line of a page. A longer line is not read as a row of a table. */
export const MAX_LINE_CHARS = 1_000

/** Lines of a page. */
export const MAX_PAGE_LINES = 3_000

/** Bytes of an uploaded page, and characters of the text taken out of it. */
export const MAX_PAGE_BYTES = 1024 * 1024

/** Bytes of an uploaded file. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

/** Characters of all cells of a file together. */
export const MAX_FILE_CHARS = 2_000_000

/** Rows of a sheet and lines of a separated text, blank ones included, and cells of a sheet. */
export const MAX_SHEET_ROWS = 20_000
export const MAX_SHEET_CELLS = 500_000

/** Parts of a packed workbook, what they may unpack to, and by how much: office programs reach about 60 to 1. */
export const MAX_ARCHIVE_PARTS = 1_000
export const MAX_UNPACKED_MB = 50
export const MAX_PACKING_RATIO = 200

/** Tags of a page within each other. */
export const MAX_HTML_DEPTH = 500

/** Rows with content, of all sheets of a file together. */
export const MAX_ROWS = 5_000

export const MAX_COLUMNS = 100

export const MAX_SHEETS = 50

/** Rows that name a car, of a classification: no category has as many entries. */
export const MAX_CLASSIFIED_ROWS = 1_000

/** Drivers of one car, of those a reader compares. */
export const MAX_DRIVERS_OF_CAR = 10

/** Time that reading a file or a page may take in its worker, waiting for a place included. */
export const READING_TIMEOUT_MS = 1_600

/** Heap of the worker that reads a file or a page. */
export const READING_HEAP_MB = 256

/** Files and pages that are read at the same time, and those that may wait for a place. */
export const READING_CONCURRENCY = 2
export const READING_QUEUE_LIMIT = 4
export const READING_QUEUE_TIMEOUT_MS = 800

/*
 * Live timing: bounds of one source. A real meeting stays far below each of them. Beyond one, the rest is skipped and counted
 * in the source's status.
 */

/** Bytes of one live-timing message. A meeting with 60 cars has some 50 KB. */
export const MAX_MESSAGE_BYTES = 1_000_000

/** Parts of one live-timing message. */
export const MAX_PARTS = 10_000

/** Time from one whole message to the next, in ms. After that the connection is closed and opened again. */
export const MAX_SILENCE_MS = 60_000

/** Elements of one live-timing message, elements inside each other, and attributes of an element. */
export const MAX_ELEMENTS = 20_000
export const MAX_ELEMENT_DEPTH = 30
export const MAX_ATTRIBUTES = 200

/** Elements of one live-timing message that each change the state: those of the root, and of a `New` or `Change`. */
export const MAX_STEPS = 200

/** Elements of one list of a message: competitors, or positions of a leaderboard. */
export const MAX_LIST_ELEMENTS = 1_000

/** Competitors, categories and cars that the state of one live-timing source holds; a snapshot has as many cars. */
export const MAX_COMPETITORS = 500
export const MAX_CATEGORIES = 100
export const MAX_CARS = 300

/** Characters of what a live-timing source names: ids, plates, names, messages of race control. */
export const MAX_ID_CHARS = 40
export const MAX_PLATE_CHARS = 10
export const MAX_NAME_CHARS = 200
export const MAX_CONTROL_MESSAGE_CHARS = 500

/** Bytes read from the end of a file or a reply of newline-delimited JSON; a snapshot of 300 cars has some 100 KB. */
export const MAX_TAIL_BYTES = 1_000_000

/** Characters of one snapshot, as a line or as a pushed body (there: bytes). */
export const MAX_SNAPSHOT_CHARS = 250_000

/** Bytes of a reply from a server that ignores `Range`. */
export const MAX_REPLY_BYTES = 32_000_000

/** A source that sends without a break is read for so long, in ms; then other work has as long. */
export const MAX_TURN_MS = 10

/** Snapshots that one key or administrator may push in ten seconds. */
export const MAX_PUSHES_IN_10_S = 500
