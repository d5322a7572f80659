import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { UserSearch } from '../base/components/user-search.tsx'
import { type AuditFilters, isFiltered, NO_FILTERS } from './audit-filters.ts'
import { ACTION_OPTIONS, actionLabel, SUBJECT_OPTIONS } from './audit-labels.ts'

type Option = { value: string; label: string }

/** Returns the known options plus values found in the log or the URL that this version of the app does not know. */
const withNew = (
  knownOptions: readonly Option[],
  foundValues: readonly string[],
  words: (value: string) => string,
): Option[] => [
  ...knownOptions,
  ...[...new Set(foundValues)]
    .filter((value) => value !== '' && !knownOptions.some((option) => option.value === value))
    .map((value) => ({ value, label: words(value) })),
]

type Props = {
  filters: AuditFilters
  /** Values that occur in the loaded entries. */
  actions: readonly string[]
  subjects: readonly string[]
  /** Display name of the selected actor, where known. */
  personName: string | undefined
  onChoose(choice: Partial<AuditFilters>): void
}

/** Filters of the audit log. */
export const AuditFilterBar = ({ filters, actions, subjects, personName, onChoose }: Props) => {
  const [isSearching, search] = useState(false)
  return (
    <SimpleGrid
      className="ps-below"
      cols={{ base: 2, sm: 3, lg: 7 }}
      spacing={12}
      pt={14}
      px={16}
      pb={16}
      style={{ alignItems: 'end' }}
    >
      <NativeSelect
        label="Action"
        value={filters.action}
        data={[
          { value: '', label: 'Every action' },
          ...withNew(ACTION_OPTIONS, [...actions, filters.action], actionLabel),
        ]}
        onChange={({ currentTarget }) => onChoose({ action: currentTarget.value })}
      />
      <Stack gap={0}>
        <span className="ps-field-label">Person</span>
        <Button variant="outline" onClick={() => search(true)} aria-label={`Person: ${personName ?? 'anyone'}`}>
          {filters.person === '' ? 'Anyone' : (personName ?? 'One fan')}
        </Button>
      </Stack>
      <NativeSelect
        label="Subject"
        value={filters.subject}
        data={[
          { value: '', label: 'Everything' },
          ...withNew(SUBJECT_OPTIONS, [...subjects, filters.subject], (type) => type),
        ]}
        onChange={({ currentTarget }) => onChoose({ subject: currentTarget.value, subjectId: '' })}
      />
      <TextInput
        label="Subject number"
        maxLength={100}
        value={filters.subjectId}
        onChange={({ currentTarget }) => onChoose({ subjectId: currentTarget.value.trim() })}
      />
      <TextInput
        label="From"
        type="date"
        value={filters.from}
        max={filters.to || undefined}
        onChange={({ currentTarget }) => onChoose({ from: currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        value={filters.to}
        min={filters.from || undefined}
        onChange={({ currentTarget }) => onChoose({ to: currentTarget.value })}
      />
      {isFiltered(filters) && (
        <Button variant="quiet" leftSection={<Icon icon={IconX} size={16} />} onClick={() => onChoose(NO_FILTERS)}>
          Clear
        </Button>
      )}
      <Dialog
        opened={isSearching}
        onClose={() => search(false)}
        title="Whose actions"
        foot={
          <Button
            variant="outline"
            onClick={() => {
              onChoose({ person: '' })
              search(false)
            }}
          >
            Anyone
          </Button>
        }
      >
        <UserSearch
          label="Person"
          onChoose={({ userId }) => {
            onChoose({ person: userId })
            search(false)
          }}
        />
      </Dialog>
    </SimpleGrid>
  )
}
