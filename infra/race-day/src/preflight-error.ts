/** The weekend cannot be played; the message says in one line what the operator can do about it. */
export class PreflightError extends Error {}
