import { describe, expect, test } from 'vitest'
import { htmlText, isHtml } from './html-text.ts'

describe('HTML page', () => {
  test('returns the lines of <pre> unchanged, without tags, scripts and titles', () => {
    const html =
      '<!DOCTYPE html><html><head><title>Race 1</title><script>var a = "<b>Pos Car</b>"</script><style>p{}</style></head>' +
      '<body><PRE>\r\nPos Car  <b>Driver <i>s</i></b>\r\n1    27  <a href="x?a=1&amp;b=2">Zo&euml; O&#39;Neil &amp; S&#xF8;n</a>&nbsp;&lt;\n</PRE></body></html>'
    expect(
      htmlText(html)
        .split('\n')
        .map((line) => line.trimEnd())
        .filter(Boolean),
    ).toEqual(['Pos Car  Driver s', "1    27  Zoë O'Neil & Søn\u00a0<"])
  })
  test('returns a line for each table row, with tabs between cells', () => {
    const html =
      '<table><tr><th>Pos</th><th>No</th></tr>\n<tr><td>1<td>  <b>27</b>\n</td></tr></table><p>Issue 2<br>FINAL'
    expect(
      htmlText(html)
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ).toEqual(['Pos\tNo', '1\t 27', 'Issue 2', 'FINAL'])
  })
  test('distinguishes HTML from text', () => {
    expect(isHtml('<HTML lang="en"><body>')).toBe(true)
    expect(isHtml('a table\n<PRE>\n1 27')).toBe(true)
    expect(isHtml('1  27  Sam <3 racing > all')).toBe(false)
  })
  test('rejects a page that is nested too deeply, with a message', () => {
    expect(() => htmlText('<div>'.repeat(100_000))).toThrow(
      expect.objectContaining({ code: 'PAGE_REFUSED', message: 'The page is nested too deeply to be read.' }),
    )
  })
})
