import { Box, Flex, Stack, Text } from '@mantine/core'
import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { Stat, StatGrid } from '../../../../ui/layout/stat.tsx'
import { Segments } from '../../../../ui/racing/segments.tsx'
import { plural } from '../../../../ui/time/format.ts'
import classes from './upload-result.module.css'
import { countOf, rowSegments, sheetsOf, skippedRows, type WrittenRow, type WrongRow } from './upload-rows.ts'

const ACTIONS: Record<WrittenRow['action'], string> = { created: 'New', updated: 'Updated', unchanged: 'Unchanged' }

const Wrong = ({ rows, several }: { rows: readonly WrongRow[]; several: boolean }) => (
  <>
    <Box className={join('ps-columns', classes.wrong)} mih={34} py={0} visibleFrom="sm" aria-hidden="true">
      <span>Row</span>
      <span>Driver</span>
      <span>Column</span>
      <span>What’s wrong</span>
    </Box>
    <ul className="ps-lined" aria-label="Errors">
      {rows.map(({ sheet, row, driver, column, message }) => (
        <li key={`${sheet} ${row} ${column} ${message}`} className={classes.wrong}>
          <Text span className="ps-num ps-bad" fz={16} title={several ? sheet : undefined}>
            {row}
          </Text>
          <Text span className="ps-wrap" fw={540}>
            {driver ?? '–'}
          </Text>
          <span className="ps-muted">{column}</span>
          <span className={join('ps-wrap', classes.message)}>
            {several && <span className="ps-faint">{sheet}: </span>}
            {message}
          </span>
        </li>
      ))}
    </ul>
  </>
)

const WrittenRows = ({ rows, words, opened }: { rows: readonly WrittenRow[]; words: string; opened: boolean }) => {
  const [isOpen, setOpen] = useState(opened)
  return (
    <details className="ps-above" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Flex
        component="summary"
        className="ps-muted"
        align="center"
        gap={8}
        mih={44}
        px={16}
        style={{ cursor: 'pointer' }}
      >
        <Icon icon={isOpen ? IconChevronDown : IconChevronRight} size={16} />
        {words}
      </Flex>
      <ul className="ps-lined ps-above" aria-label={words}>
        {rows.map(({ sheet, row, number, driver, category, action }) => (
          <li key={`${sheet} ${row}`} className={classes.written}>
            <span className="ps-faint">{row}</span>
            <span className="ps-wrap">
              {number === null ? driver : `#${number} ${driver}`}
              <span className="ps-faint"> · {category}</span>
            </span>
            <span className="ps-muted">{ACTIONS[action]}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Props = { reply: UploadReply; preview?: boolean }

/** Figures of an upload or its preview, a segment per row, and the rows by outcome. */
export const UploadResult = ({ reply: { results }, preview = false }: Props) => {
  const { processed, success, errors, notes } = results
  const skipped = skippedRows(results)
  const [created, updated] = [countOf(results, 'created'), countOf(results, 'updated')]
  const { segments, rowsEach } = rowSegments(results)
  const several = sheetsOf(results).length > 1
  return (
    <>
      <Flex className="ps-above ps-below" direction={{ base: 'column', sm: 'row' }}>
        <StatGrid className="ps-fill" columns={3} phoneColumns={3}>
          <Stat label="Processed" value={processed} />
          <Stat label="Success" value={success.length} tone="green" note={`${created} new, ${updated} updated`} />
          <Stat
            label="Errors"
            value={skipped}
            {...(skipped > 0 && {
              tone: 'red' as const,
              note: 'skipped',
            })}
          />
        </StatGrid>
        <Stack
          gap={8}
          flex="1.33 1 0"
          justify="center"
          miw={0}
          py={12}
          px={16}
          style={{ outline: '1px solid var(--ps-line)' }}
        >
          <Box component="span">
            <Segments wide values={segments} label={`${success.length} of ${processed} rows without errors`} />
          </Box>
          <Text span size="xs" c="dimmed">
            one segment per {rowsEach === 1 ? 'row' : `${rowsEach} rows`} of the file
          </Text>
        </Stack>
      </Flex>
      {notes.length > 0 && (
        <Box component="ul" className="ps-sm ps-muted" py={8} px={16} aria-label="Notes">
          {notes.map((note) => (
            <li key={note} className="ps-wrap">
              {note}
            </li>
          ))}
        </Box>
      )}
      {errors.length > 0 && <Wrong rows={errors} several={several} />}
      {success.length > 0 && (
        <WrittenRows
          rows={success}
          words={`${plural(success.length, 'row')} ${preview ? 'without errors' : 'written'}`}
          opened={preview}
        />
      )}
    </>
  )
}
