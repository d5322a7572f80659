/** The weekend cannot be played, and the message says in one line what the person at the keyboard can do about it. */
export class PreflightError extends Error {}
