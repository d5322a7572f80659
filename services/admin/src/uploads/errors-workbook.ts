import type { UploadErrors } from '@purple-sector/contracts/admin/uploads'
import { writeSheets } from '@purple-sector/sheets'

/** No cell of a workbook holds more than 32,767 characters, and nobody reads so many. */
const MAX_TEXT = 1_000

/** What is wrong with the rows of an upload, a line each, for whoever mends the file. */
export const errorsWorkbook = ({ errors }: UploadErrors): Promise<Buffer> =>
  writeSheets([
    {
      name: 'Errors',
      rows: [
        ['Sheet', 'Row', 'Driver', 'Column', 'What is wrong'],
        ...errors.map(({ sheet, row, driver, column, message }) =>
          [sheet, String(row), driver ?? '', column ?? '', message].map((text) => text.slice(0, MAX_TEXT)),
        ),
      ],
      widths: [20, 8, 24, 16, 60],
    },
  ])
