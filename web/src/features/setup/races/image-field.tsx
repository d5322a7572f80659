import { Box } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type DragEvent, useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { join } from '../../../ui/join.ts'
import classes from './image-field.module.css'

const MAX_BYTES = 5 * 1024 * 1024
const TYPES = ['image/png', 'image/jpeg']
const HINT = 'PNG or JPG, max 5 MB'

/** Why a file is no picture of a category; undefined for one that is. */
export const pictureError = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined =>
  !TYPES.includes(type)
    ? 'The image must be a PNG or JPG.'
    : size > MAX_BYTES
      ? 'The image is larger than 5 MB.'
      : undefined

type Props = {
  file: File | null
  /** The one that is shown so far. */
  present: string | null
  onChoose(file: File | null): void
}

/** The picture of a category, chosen or dropped here; it is sent with the form. */
export const ImageField = ({ file, present, onChoose }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const error = file ? pictureError(file) : undefined
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const dropped = event.dataTransfer.files[0]
    if (dropped) onChoose(dropped)
  }
  return (
    <div className={classes.field}>
      <Box component="label" className="ps-field-label" display="block" htmlFor={id}>
        Category image
      </Box>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped here; keyboards choose it by the button */}
      <div className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {present ? <img className={classes.picture} src={present} alt="" /> : <Icon icon={IconPhoto} size={20} />}
        <span className={join('ps-fill', classes.words)}>
          <b>{file?.name ?? (present ? 'Choose another image' : 'Choose an image')}</b>
          <span id={`${id}-hint`} className={join('ps-note', error && 'ps-bad')} role={error ? 'alert' : undefined}>
            {error ?? HINT}
          </span>
        </span>
        <input
          ref={input}
          id={id}
          className="ps-hidden"
          type="file"
          tabIndex={-1}
          accept=".png,.jpeg,.jpg,image/png,image/jpeg"
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
        />
        <Button variant="outline" size="sm" aria-label="Choose a category image" onClick={() => input.current?.click()}>
          Choose
        </Button>
      </div>
    </div>
  )
}
