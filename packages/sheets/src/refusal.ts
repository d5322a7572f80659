/** The reason why a file or a page is refused, in words for the person who sent it. `code` is that of the reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string

  constructor(message: string, code = 'SHEET_REFUSED') {
    super(message)
    this.code = code
  }
}

export const grouped = (count: number): string => count.toLocaleString('en')
