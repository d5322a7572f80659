/** A file or page is rejected; the message is the reason for the user, `code` the code of the reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string

  constructor(message: string, code = 'SHEET_REFUSED') {
    super(message)
    this.code = code
  }
}

export const grouped = (count: number): string => count.toLocaleString('en')
