/*
 * The bounds of every reader of foreign text: spreadsheets, pasted pages, and live timing. Readers cut or refuse what is
 * longer before they apply any pattern to it, so that no input costs more than its size. docs/security.md names this file.
 */

/** Characters of a cell or an attribute. What is longer is cut, and the reader reports it. */
export const MAX_CELL_CHARS = 1_000

/** Characters of a line of a page. A longer line is not read as a row of a table. */
export const MAX_LINE_CHARS = 2_000

/** Lines of a page. */
export const MAX_PAGE_LINES = 3_000

/** Bytes of an uploaded page, and characters of the text taken out of it. */
export const MAX_PAGE_BYTES = 1024 * 1024

/** Bytes of an uploaded file. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

/** Characters of all cells of a file together. */
export const MAX_FILE_CHARS = 10_000_000

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

/** Bytes of one live-timing message; the largest known full meeting has about 100 KB. */
export const MAX_MESSAGE_BYTES = 4_000_000

/** Parts of one live-timing message. */
export const MAX_PARTS = 1_000

/** Elements of one live-timing message. */
export const MAX_ELEMENTS = 50_000

/** Competitors, categories and cars that the state of one live-timing source holds. */
export const MAX_COMPETITORS = 1_000
export const MAX_CATEGORIES = 100
export const MAX_CARS = 300
