import type { UploadErrors } from '@purple-sector/contracts/admin/uploads'
import { writeSheets } from '@purple-sector/sheets'

/** A cell holds 32,767 characters, far more than a reader needs. */
const MAX_TEXT = 1_000

/** Writes the errors of an upload, one a line, as a workbook. */
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
