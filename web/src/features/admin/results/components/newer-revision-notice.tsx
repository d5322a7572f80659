import '@mantine/core/styles/Table.layer.css'
import { Box, Button, Flex, Table } from '@mantine/core'
import type { Result } from '@purple-sector/contracts/admin/http'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Plate } from '../../../../ui/racing/plate.tsx'
import type { Row } from '../api/classification.ts'
import { differences } from '../api/comparison.ts'
import { RESULT_STATUSES } from '../api/result-labels.ts'

export type NewerRevisionNoticeProps = {
  newerResult: Result
  newerRows: readonly Row[]
  draftRows: readonly Row[]
  onRebase(): void
  onApply(): void
}

const WARNING = {
  borderLeft: '3px solid var(--ps-yellow)',
  background: 'linear-gradient(var(--ps-yellow-wash) 0 0) var(--ps-panel)',
}

const Comparison = ({
  newerResult,
  newerRows,
  draftRows,
}: Pick<NewerRevisionNoticeProps, 'newerResult' | 'newerRows' | 'draftRows'>) => {
  if (newerResult.status === 'cancelled') return <p>Revision {newerResult.revision} withdraws the result.</p>
  const foundDifferences = differences(newerRows, draftRows)
  if (foundDifferences.length === 0) return <p>Both say the same about every car.</p>
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Car</Table.Th>
          <Table.Th scope="col">Revision {newerResult.revision}</Table.Th>
          <Table.Th scope="col">My draft</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {foundDifferences.map(({ carId, plate, driver, theirValue: their, myValue: my }) => (
          <Table.Tr key={carId}>
            <Table.Th scope="row">
              <Flex component="span" align="center" gap={10}>
                <Plate number={plate} size="sm" />
                {driver}
              </Flex>
            </Table.Th>
            <Table.Td>{their}</Table.Td>
            <Table.Td fw={550}>{my}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/**
 * Notice that another administrator has published a newer revision: compares both, and overwrites nothing until the
 * user decides.
 */
export const NewerRevisionNotice = ({
  newerResult,
  newerRows,
  draftRows,
  onRebase,
  onApply,
}: NewerRevisionNoticeProps) => {
  const [isOpen, setOpen] = useState(false)
  const choices = (
    <>
      <Button variant="outline" size="sm" onClick={onApply}>
        Take revision {newerResult.revision}
      </Button>
      <Button variant="outline" size="sm" onClick={onRebase}>
        Keep my draft
      </Button>
    </>
  )
  return (
    <Flex
      component="section"
      className="ps-frame"
      style={WARNING}
      align="center"
      gap={12}
      mb={{ base: 0, sm: 14 }}
      p="10px 16px"
      wrap={{ base: 'wrap', sm: 'nowrap' }}
      role="alert"
      aria-label="Another revision was published"
    >
      <Icon icon={IconAlertTriangle} size={20} className="ps-slow" />
      <p className="ps-fill">
        <Box component="b" fw={560}>
          Revision {newerResult.revision} ({RESULT_STATUSES[newerResult.status].toLowerCase()}) was published while you
          worked on this draft.
        </Box>{' '}
        {newerResult.reason && <>“{newerResult.reason}” </>}
        Nothing is overwritten until you decide.
      </p>
      <Flex component="span" gap={8} wrap={{ base: 'wrap', sm: 'nowrap' }} flex={{ base: '1 0 100%', sm: '0 1 auto' }}>
        <Button size="sm" onClick={() => setOpen(true)}>
          Compare
        </Button>
        {choices}
      </Flex>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Revision ${newerResult.revision} and my draft`}
        size="md"
        foot={choices}
      >
        <Comparison newerResult={newerResult} newerRows={newerRows} draftRows={draftRows} />
      </Dialog>
    </Flex>
  )
}
