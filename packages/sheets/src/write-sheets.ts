/** Rows of texts, the header first; `widths` in characters. */
export type WrittenSheet = { name: string; rows: readonly (readonly string[])[]; widths: readonly number[] }

/** Writes an .xlsx workbook. Every cell is text, so that programs retain leading zeros and compute nothing. */
export const writeSheets = async (sheets: readonly WrittenSheet[]): Promise<Buffer> => {
  // Loaded on demand: a megabyte of script that few processes need.
  const { utils, write } = await import('xlsx')
  const workbook = utils.book_new()
  for (const { name, rows, widths } of sheets) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => row.map((text) => ({ t: 's' as const, v: text, z: '@' }))))
    sheet['!cols'] = widths.map((wch) => ({ wch }))
    utils.book_append_sheet(workbook, sheet, name)
  }
  return write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true })
}
