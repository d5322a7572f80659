/** Rows of texts, the first one the header; `widths` in letters. */
export type WrittenSheet = { name: string; rows: readonly (readonly string[])[]; widths: readonly number[] }

/** An .xlsx workbook of these sheets. Every cell is text, so that a program that opens it keeps leading zeros and computes nothing. */
export const writeSheets = async (sheets: readonly WrittenSheet[]): Promise<Buffer> => {
  // A megabyte of script, which only few processes ever need.
  const { utils, write } = await import('xlsx')
  const workbook = utils.book_new()
  for (const { name, rows, widths } of sheets) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => row.map((text) => ({ t: 's' as const, v: text, z: '@' }))))
    sheet['!cols'] = widths.map((wch) => ({ wch }))
    utils.book_append_sheet(workbook, sheet, name)
  }
  return write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true })
}
