import { Badge, Button, Flex, Text } from '@mantine/core'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { Position } from '../../../../ui/racing/position.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { adminCarsQuery } from '../../base/api/admin-queries.ts'
import { resultsAddress } from '../../base/api/setup-tabs.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { timingImportQuery } from '../../results/api/import-queries.ts'
import { usePublish } from '../../results/api/use-publish.ts'

const PODIUM = 3

const Podium = ({ race, parsed }: { race: Race; parsed: ParsedImport }) => {
  const cars = useQuery(adminCarsQuery(race.weekendId)).data
  const first = parsed.classification.filter(({ position }) => position !== null && position <= PODIUM)
  return (
    <ol className="ps-lined" aria-label="Podium">
      {first.map(({ carId, position }) => {
        const car = cars?.find(({ id }) => id === carId)
        const matchedCar = parsed.matched.find((each) => each.carId === carId)
        return (
          <Flex component="li" key={carId} align="center" gap={12} py={9} px={16}>
            <Position position={position} />
            <Plate number={car?.plate ?? matchedCar?.number} size="sm" />
            <span className="ps-clip">{car?.driver ?? matchedCar?.driver}</span>
          </Flex>
        )
      })}
    </ol>
  )
}

/** Returns the problems that an administrator should check before publishing. */
const importProblems = ({ unmatched, errors, notes }: ParsedImport): string[] => [
  ...errors.map(({ message }) => message),
  ...(unmatched.length > 0
    ? [`Not entered and left out:  ${unmatched.map(({ number }) => `car ${number}`).join(', ')}.`]
    : []),
  ...notes,
]

/** The order of a session that has ended, ready to be published with one click. */
export const EndedPanel = ({ race, sequence }: { race: Race; sequence: number }) => {
  const parsed = useQuery(timingImportQuery(race.id, sequence))
  const publish = usePublish(race, () => {})
  const parsedImport = parsed.data
  const send = ({ classification }: ParsedImport) =>
    publish.mutate({
      body: { status: 'provisional', reason: null, classification, baseRevision: 0 },
      isCorrection: true,
    })
  return (
    <Panel
      title="From flag to result"
      adornment={<Badge variant="ink">Ended</Badge>}
      flush
      footer={
        parsedImport && (
          <>
            <Button component={Link} variant="outline" size="sm" to={resultsAddress(race.id)}>
              Open editor
            </Button>
            <AsyncButton
              size="sm"
              loading={publish.isPending}
              disabled={parsedImport.classification.length === 0 || parsedImport.errors.length > 0}
              onClick={() => send(parsedImport)}
            >
              {publish.isPending ? 'Publishing...' : 'Publish provisional result'}
            </AsyncButton>
          </>
        )
      }
    >
      {parsedImport === undefined ? (
        parsed.isError ? (
          <QueryError order={3} title="Couldn’t load the order" query={parsed} />
        ) : (
          <ListLoading title="Loading the order..." />
        )
      ) : (
        <>
          <Text variant="note" className="ps-below" py={12} px={16}>
            The order of {race.name} is ready to publish: {plural(parsedImport.classification.length, 'car')}.
          </Text>
          <Podium race={race} parsed={parsedImport} />
          {importProblems(parsedImport).map((doubt) => (
            <Text key={doubt} variant="note" className="ps-above ps-wrap" py={10} px={16}>
              {doubt}
            </Text>
          ))}
        </>
      )}
    </Panel>
  )
}
