import { extractText, getDocumentProxy } from 'unpdf'

/** What a reader makes of a PDF: the text of each page, and what it says of itself. */
export const readPdf = async (bytes: Uint8Array) => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: false })
  const { info } = await document.getMetadata()
  return { pages: text, info, outline: await document.getOutline() }
}
