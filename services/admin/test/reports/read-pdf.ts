import { extractText, getDocumentProxy } from 'unpdf'

/** Reads the text of each page of a PDF, and its metadata. */
export const readPdf = async (bytes: Uint8Array) => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: false })
  const { info } = await document.getMetadata()
  return { pages: text, info, outline: await document.getOutline() }
}
