import type { CarEntry } from '@purple-sector/contracts/weekends/entries'
import { isDriverName } from '@purple-sector/contracts/weekends/http'
import { type Columns, type SheetRow, textsOf } from '@purple-sector/sheets'
import type { CarField } from './columns.ts'
import type { Fault } from './row-texts.ts'

export type CarTexts = Omit<CarEntry, 'row' | 'orMain'>

/** Normalizes `#7` and whole numbers with decimals; keeps leading zeros. */
const plateOf = (text: string): string | undefined => /^#?\s*(\d{1,3})(?:[.,]0+)?$/.exec(text)?.[1]

/** Separators between two drivers of one car, for a sheet without a column for the second. */
const SEPARATED = /^(.+?)\s*\/\s*(.+)$/

const driversOf = (driver: string, coDriver: string | undefined): Pick<CarTexts, 'driver' | 'coDriver'> => {
  const [, driverName, coDriverName] = (coDriver === undefined && SEPARATED.exec(driver)) || []
  if (driverName !== undefined && coDriverName !== undefined) return { driver: driverName, coDriver: coDriverName }
  return coDriver === undefined ? { driver } : { driver, coDriver }
}

/** Reads the row of a car. Without a column of drivers, names are drivers. */
export const readCarRow = (
  row: SheetRow,
  columns: Columns<CarField>,
  sheet: string,
): { car: CarTexts; faults: Fault[] } => {
  const { faults, addFault, text, requiredText } = textsOf(row, columns)
  const number = requiredText('plate')
  const plate = plateOf(number)
  if (number !== '' && plate === undefined) addFault('plate', `“${number}” is not a number of 1 to 3 digits.`)
  const name = text('name')
  const driver = text('driver')
  if (driver === undefined && name === undefined) requiredText(columns.driver || !columns.name ? 'driver' : 'name')
  const drivers = driversOf(driver ?? name ?? '', text('coDriver'))
  if (!isDriverName(drivers.driver))
    addFault(driver === undefined ? 'name' : 'driver', `“${drivers.driver}” is not a name.`)
  if (!isDriverName(drivers.coDriver ?? '')) addFault('coDriver', `“${drivers.coDriver}” is not a name.`)
  const optional = (field: 'team' | 'manufacturer' | 'model' | 'class' | 'category' | 'race') => {
    const content = text(field)
    return content === undefined ? {} : { [field]: content }
  }
  const car = {
    kind: 'car' as const,
    plate: plate ?? '',
    ...drivers,
    ...(driver !== undefined && name !== undefined && { name }),
    ...optional('team'),
    ...optional('manufacturer'),
    ...optional('model'),
    ...optional('class'),
    ...optional('category'),
    ...optional('race'),
    sheet: sheet.slice(0, 100),
  }
  return { car, faults }
}
