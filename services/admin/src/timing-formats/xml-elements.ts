import { MAX_ATTRIBUTES, MAX_ELEMENT_DEPTH, MAX_ELEMENTS } from '@purple-sector/service-kit/data/parsing-limits'
import { SaxesParser } from 'saxes'

/** An element with its children; text between elements has no meaning here. */
export type XmlElement = { name: string; attributes: Readonly<Record<string, string>>; children: XmlElement[] }

/** What a document may begin with, but a sequence of elements may not. */
const DECLARATION = /^\uFEFF?\s*(?:<\?xml[^>]{0,200}\?>)?/

/**
 * Parses the elements of a message, one or several siblings; undefined if it is not XML.
 * Expands only XML's own five entities and numeric characters, and reads no message that declares a document type.
 */
export const xmlElements = (text: string): XmlElement[] | undefined => {
  const parser = new SaxesParser<{ fragment: true; xmlns: false }>({ fragment: true, xmlns: false })
  const rootElements: XmlElement[] = []
  const openElements: XmlElement[] = []
  let count = 0
  let attributeCount = 0
  const throwError = (error: Error): never => {
    throw error
  }
  parser.on('error', throwError)
  parser.on('doctype', () => throwError(new Error('it declares a document type')))
  parser.on('text', (textContent) => {
    if (openElements.length === 0 && textContent.trim() !== '')
      throwError(new Error('text stands outside of any element'))
  })
  // Counted while parsing: a dictionary of 100,000 attributes is slow to build.
  parser.on('attribute', () => {
    attributeCount += 1
    if (attributeCount > MAX_ATTRIBUTES) throwError(new Error('an element has too many attributes'))
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0
    const element = { name, attributes, children: [] }
    const siblings = openElements.at(-1)?.children ?? rootElements
    siblings.push(element)
    openElements.push(element)
    count += 1
    if (openElements.length > MAX_ELEMENT_DEPTH || count > MAX_ELEMENTS) throwError(new Error('it holds too much'))
  })
  parser.on('closetag', () => void openElements.pop())
  try {
    parser.write(text.replace(DECLARATION, '')).close()
  } catch {
    return undefined
  }
  return rootElements.length > 0 ? rootElements : undefined
}
