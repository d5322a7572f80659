import { Flex, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { formatNumber } from '../../../../ui/time/format.ts'
import { type Contents, contentsQuery } from '../../base/api/admin-queries.ts'
import { useDeleteWeekend } from './weekend-mutations.ts'

/** Labelled counts in display order, without those of services that are not installed. */
const rowsOf = (contents: Contents): [string, number][] =>
  (
    [
      ['Races', contents.races],
      ['Cars', contents.cars],
      ['Tips', contents.tips],
      ['Chat messages', contents.messages],
      ['Groups', contents.groups],
      ['Fans', contents.racers],
    ] as const
  ).flatMap(([label, count]) => (count === null ? [] : [[label, count]]))

const LOADING = ['Races', 'Cars', 'Tips', 'Fans']

const LINE = '1px solid var(--ps-line)'

const Count = ({ label, children }: { label: string; children: ReactNode }) => (
  <Flex align="baseline" justify="space-between" mih={36} py={8} px={12} style={{ outline: LINE }}>
    <Text component="dt" size="sm" c="dimmed">
      {label}
    </Text>
    <dd className="ps-points">{children}</dd>
  </Flex>
)

const ContentsOf = ({ weekendId }: { weekendId: number }) => {
  const contents = useQuery(contentsQuery(weekendId))
  if (contents.isError) return <QueryError order={3} title="Couldn’t count what goes with it" query={contents} />
  return (
    <SimpleGrid
      component="dl"
      cols={2}
      spacing={1}
      mt={14}
      mb={16}
      bd={LINE}
      bdrs="md"
      style={{ overflow: 'hidden' }}
      aria-busy={contents.isPending}
    >
      {contents.data
        ? rowsOf(contents.data).map(([label, count]) => (
            <Count key={label} label={label}>
              {formatNumber(count)}
            </Count>
          ))
        : LOADING.map((label) => (
            <Count key={label} label={label}>
              <Skeleton width={40} />
            </Count>
          ))}
    </SimpleGrid>
  )
}

type Props = { weekend: Weekend; opened: boolean; onClose(): void }

/** Confirms the deletion of a weekend: lists its contents and requires typing its name. */
export const DeleteWeekendDialog = ({ weekend, opened, onClose }: Props) => {
  const [typed, setTyped] = useState('')
  const remove = useDeleteWeekend()
  const isTyped = typed.trim() === weekend.name
  const confirm = () => remove.mutate(weekend, { onSuccess: onClose })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete ${weekend.name}?`}
      text="Its races, cars, tips and data are permanently deleted. This cannot be undone."
      confirm={remove.isPending ? 'Deleting...' : 'Delete weekend'}
      busy={remove.isPending}
      disabled={!isTyped}
    >
      {opened && <ContentsOf weekendId={weekend.id} />}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped && !remove.isPending) confirm()
        }}
      >
        <TextInput
          label="Type the name to delete it"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
    </ConfirmDialog>
  )
}
