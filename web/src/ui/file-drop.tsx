import { Box } from '@mantine/core'
import { type DragEvent, type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import classes from './file-drop.module.css'
import { join } from './join.ts'

type Props = {
  label: string
  /** What the button is called: it says only "Choose". */
  choose: string
  /** What is chosen, or could be. */
  words: string
  hint: string
  error?: string | undefined
  /** A picture of what there is: an icon, an image. */
  mark: ReactNode
  /** For the browser's own dialog; what comes is judged all the same. */
  accept: string
  onChoose(file: File | null): void
}

/** A file to choose by a button, or to drop. */
export const FileDrop = ({ label, choose, words, hint, error, mark, accept, onChoose }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const dropped = event.dataTransfer.files[0]
    if (dropped) onChoose(dropped)
  }
  return (
    <div className={classes.field}>
      <Box component="label" className="ps-field-label" display="block" htmlFor={id}>
        {label}
      </Box>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped here; keyboards choose it by the button */}
      <div className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {mark}
        <span className={join('ps-fill', classes.words)}>
          <b>{words}</b>
          <span id={`${id}-hint`} className={join('ps-note', error && 'ps-bad')} role={error ? 'alert' : undefined}>
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
          // The same file again, changed meanwhile, is chosen anew.
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
