/** The session id of a fan of the bench; whoever stands for identity keeps its SHA-256. */
export const sessionIdOf = (number: number): string => `bench-session-of-fan-${String(number).padStart(10, '0')}`

export const cookieOf = (number: number): string => `session=${sessionIdOf(number)}`
