import { Box, Button } from '@mantine/core'
import { type DragEvent, type ReactNode, useId, useRef } from 'react'
import { join } from '../base/join.ts'
import classes from './file-drop.module.css'

type Props = {
  label: string
  /** The accessible name of the button, which says only "Choose". */
  choose: string
  /** The chosen file, or which files may be chosen. */
  words: string
  hint: string
  error?: ReactNode
  /** An icon or an image of the file. */
  mark: ReactNode
  /** Filter of the browser's file dialog; dropped files are validated too. */
  accept: string
  onChoose(file: File | null): void
}

/** Chooses a file by a button, or by dropping it. */
export const FileDrop = ({ label, choose, words, hint, error, mark, accept, onChoose }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    const droppedFile = event.dataTransfer.files[0]
    if (droppedFile) onChoose(droppedFile)
  }
  return (
    <div className={classes.field}>
      <Box component="label" className="ps-field-label" display="block" htmlFor={id}>
        {label}
      </Box>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped here; keyboards choose it by the button */}
      <div className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
        {mark}
        <span className={join('ps-fill', classes.words)}>
          <b>{words}</b>
          <span
            id={`${id}-hint`}
            className={join('ps-note', error ? 'ps-bad' : false)}
            role={error ? 'alert' : undefined}
          >
            {error ?? hint}
          </span>
        </span>
        <input
          ref={input}
          id={id}
          className="ps-hidden"
          type="file"
          tabIndex={-1}
          accept={accept}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
          // Lets the same file be chosen again after it was changed.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
        />
        <Button variant="outline" size="sm" aria-label={choose} onClick={() => input.current?.click()}>
          Choose
        </Button>
      </div>
    </div>
  )
}
