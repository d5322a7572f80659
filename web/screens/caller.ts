/** A caller of the API as one person: the reply's body. */
export type Caller = <T>(method: string, path: string, body?: object) => Promise<T>
