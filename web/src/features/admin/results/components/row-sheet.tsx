import { Box, Button, Flex, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Dispatch } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { moveRange, type Row } from '../api/classification.ts'
import type { DraftAction } from '../api/draft.ts'
import { FIELD_LABELS, ROW_STATUSES, STATUS_LABELS, STATUS_NAMES } from '../api/row-labels.ts'
import { FIELDS, isReadable, problemOf } from '../api/typed-rows.ts'

const HINTS = { laps: undefined, bestLap: 'As 1:20.2983', gap: 'As +1.204 or +1 lap' } as const

/** Form of one car on a phone: status, laps, times and place. */
export const RowSheet = ({
  carId,
  rows,
  dispatch,
  onClose,
}: {
  carId: number | null
  rows: readonly Row[]
  dispatch: Dispatch<DraftAction>
  onClose(): void
}) => {
  const index = rows.findIndex((row) => row.carId === carId)
  const row = rows[index]
  if (!row) return null
  const { first, last } = moveRange(rows, index)
  const isOut = row.status === 'out'
  const close = () => {
    dispatch({ type: 'field blurred', carId: row.carId })
    onClose()
  }
  const moveTo = (to: number) => dispatch({ type: 'moved', carId: row.carId, to })
  return (
    <Dialog opened onClose={close} title={`${row.plate} · ${row.driver}`} foot={<Button onClick={close}>Done</Button>}>
      <Flex align="center" gap={8}>
        <Box component="p" flex="1 1 0" fw={550} role="status">
          {row.status === 'classified' ? `Position ${index + 1}` : STATUS_LABELS[row.status]} · {index + 1} of{' '}
          {rows.length}
        </Box>
        <Button
          variant="outline"
          leftSection={<Icon icon={IconArrowUp} size={16} />}
          disabled={index === first}
          onClick={() => moveTo(index - 1)}
        >
          Up
        </Button>
        <Button
          variant="outline"
          leftSection={<Icon icon={IconArrowDown} size={16} />}
          disabled={index === last}
          onClick={() => moveTo(index + 1)}
        >
          Down
        </Button>
      </Flex>
      <SimpleGrid cols={2} spacing={12} verticalSpacing={14} mt={16}>
        <NativeSelect
          label="Status"
          value={row.status}
          data={ROW_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))}
          onChange={({ target }) => {
            const status = ROW_STATUSES.find((candidate) => candidate === target.value)
            if (status) dispatch({ type: 'car status set', carId: row.carId, status })
          }}
        />
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={FIELD_LABELS[field]}
            description={HINTS[field]}
            error={isOut || isReadable(field, row[field]) ? undefined : problemOf(field, row[field])}
            value={row[field]}
            disabled={isOut}
            inputMode={field === 'laps' ? 'numeric' : 'text'}
            autoComplete="off"
            onChange={({ target }) => dispatch({ type: 'typed', carId: row.carId, field, text: target.value })}
            onBlur={() => dispatch({ type: 'field blurred', carId: row.carId })}
          />
        ))}
      </SimpleGrid>
    </Dialog>
  )
}
