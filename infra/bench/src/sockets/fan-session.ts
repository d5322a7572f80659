/** The session id of a fan of the bench; the fake identity service stores its SHA-256. */
export const sessionIdOf = (number: number): string => `bench-session-of-fan-${String(number).padStart(10, '0')}`

export const cookieOf = (number: number): string => `session=${sessionIdOf(number)}`
