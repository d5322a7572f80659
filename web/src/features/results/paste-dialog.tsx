import { Box } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { join } from '../../ui/join.ts'
import type { Row } from './classification.ts'
import classes from './paste-dialog.module.css'
import { parseSheet, type Sheet } from './sheet.ts'

const EXAMPLE = '1\t7\tclassified\t39\t1:20.4417\t\n2\t18\tclassified\t39\t1:20.6120\t+1.204'

const Found = ({ sheet }: { sheet: Sheet }) => {
  if (sheet.errors.length > 0)
    return (
      <div role="alert">
        <Box component="p" className="ps-bad" mt={14}>
          {plural(sheet.errors.length, 'error')}. Nothing is taken over until they are gone.
        </Box>
        <Box component="ul" className={join('ps-above', classes.errors)} mt={8}>
          {sheet.errors.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <b>Row {line}</b>
              <span>{message}</span>
            </li>
          ))}
        </Box>
      </div>
    )
  if (sheet.count === 0) return null
  return (
    <Box component="p" className="ps-muted" mt={14} role="status">
      {plural(sheet.count, 'car')} found.{' '}
      {sheet.missing.length > 0 &&
        `${plural(sheet.missing.length, 'car')} not in the sheet ${sheet.missing.length === 1 ? 'is' : 'are'} left out of the result: ${sheet.missing.map(({ plate }) => plate).join(', ')}.`}
    </Box>
  )
}

/** A classification from a sheet: nothing is taken over while a row is wrong, and what was pasted stays. */
export const PasteDialog = ({
  opened,
  rows,
  onClose,
  onPaste,
}: {
  opened: boolean
  rows: readonly Row[]
  onClose(): void
  onPaste(rows: Row[]): void
}) => {
  const [text, setText] = useState('')
  const sheet = useMemo(() => parseSheet(text, rows), [text, rows])
  const canUse = sheet.count > 0 && sheet.errors.length === 0
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Paste from a sheet"
      size="md"
      foot={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!canUse}
            onClick={() => {
              onPaste(sheet.rows)
              setText('')
              onClose()
            }}
          >
            {canUse ? `Use ${plural(sheet.count, 'row')}` : 'Use rows'}
          </Button>
        </>
      }
    >
      <TextAreaField
        label="Rows of the sheet"
        className={classes.field}
        hint="Position, number, status, laps, best lap and gap, with tabs between them, as sheets copy them. The numbers of the cars alone, one a line in their order, will do too."
        placeholder={EXAMPLE}
        rows={9}
        wrap="off"
        spellCheck={false}
        value={text}
        data-autofocus
        onChange={({ target }) => setText(target.value)}
      />
      <Found sheet={sheet} />
    </Dialog>
  )
}
