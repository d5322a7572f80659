/** What is wrong with a file, in words for whoever sent it; everything else that is thrown is no message for them. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export const grouped = (count: number): string => count.toLocaleString('en')
