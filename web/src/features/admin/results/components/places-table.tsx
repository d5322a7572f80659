import '@mantine/core/styles/Table.layer.css'
import { Flex, Table } from '@mantine/core'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { ordinal } from '../../../../ui/time/format.ts'
import type { Row } from '../api/classification.ts'
import { shortName } from '../api/driver-names.ts'

type PlacedCar = Pick<Row, 'plate' | 'driver'> | null | undefined

type Props = {
  places: readonly { place: number; before?: PlacedCar; after: PlacedCar }[]
  /** The revisions compared; `from` is null if there is none to compare with. */
  from: number | null
  to: number
  /** Whether it reaches from edge to edge of a panel. */
  inset?: boolean
}

const Driver = ({ car, isBefore }: { car: PlacedCar; isBefore?: boolean }) => (
  <Table.Td className={isBefore || !car ? 'ps-faint' : undefined}>
    {car ? (
      <Flex align="center" gap={8}>
        <Plate number={car.plate} size="sm" />
        <span className="ps-clip">{shortName(car.driver)}</span>
      </Flex>
    ) : (
      '–'
    )}
  </Table.Td>
)

/** The cars in the places of one revision, beside those of the revision before. */
export const PlacesTable = ({ places, from, to, inset }: Props) => (
  <Table layout="fixed" mod={{ inset }}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col" w={inset ? 88 : 72}>
          Position
        </Table.Th>
        {from !== null && <Table.Th scope="col">Revision {from}</Table.Th>}
        <Table.Th scope="col">Revision {to}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {places.map(({ place, before, after }) => (
        <Table.Tr key={place}>
          <Table.Th scope="row" className="ps-num">
            {ordinal(place)}
          </Table.Th>
          {from !== null && <Driver car={before} isBefore />}
          <Driver car={after} />
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
