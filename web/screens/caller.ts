/** Calls the API as one person. Returns the body of the reply. */
export type Caller = <T>(method: string, path: string, body?: object) => Promise<T>
