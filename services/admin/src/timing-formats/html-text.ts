import { MAX_HTML_DEPTH } from '@purple-sector/service-kit/data/parsing-limits'
import { Refusal } from '@purple-sector/sheets/in-worker'
import { Parser } from 'htmlparser2'

const WITHOUT_TEXT = new Set(['script', 'style', 'title', 'template', 'noscript', 'textarea', 'select'])
const BREAKS = new Set([
  'p',
  'div',
  'tr',
  'table',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'hr',
  'form',
  'section',
  'body',
])

/** Whether a text is an HTML page, or a part of one. */
export const isHtml = (text: string): boolean =>
  /<(?:!doctype html|html|head|body|pre|table|tr|td|div|span|font|p|br)\b[^<]{0,2000}>/i.test(text)

/**
 * Extracts the text of an HTML page.
 * Lines of `<pre>` stay as they are; elsewhere each block or row is a line, with tabs between cells. Throws a `Refusal`
 * if tags are nested too deeply. Runs in a worker: it blocks its thread.
 */
export const htmlText = (html: string): string => {
  const text: string[] = []
  let depth = 0
  let preformatted = 0
  let hidden = 0
  let cells = 0
  const parser = new Parser({
    onopentag(name) {
      depth += 1
      if (depth > MAX_HTML_DEPTH) throw new Refusal('The page is nested too deeply to be read.', 'PAGE_REFUSED')
      if (WITHOUT_TEXT.has(name)) hidden += 1
      if (BREAKS.has(name) || name === 'br') text.push('\n')
      if (name === 'pre') preformatted += 1
      if (name === 'tr') cells = 0
      if (name === 'td' || name === 'th') {
        if (cells > 0) text.push('\t')
        cells += 1
      }
    },
    ontext(data) {
      if (hidden > 0) return
      text.push(preformatted > 0 ? data : data.replaceAll(/[ \t\r\n]+/g, ' '))
    },
    onclosetag(name) {
      depth -= 1
      if (WITHOUT_TEXT.has(name)) hidden -= 1
      if (name === 'pre') preformatted -= 1
      if (BREAKS.has(name)) text.push('\n')
    },
  })
  parser.end(html)
  return text.join('')
}
