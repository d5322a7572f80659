import { Box } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { FileDrop } from '../../../../ui/controls/file-drop.tsx'
import { cardImage } from '../../../weekend-data/api/category-image.ts'

const MAX_BYTES = 5 * 1024 * 1024
const COVER = { objectFit: 'cover' } as const
const TYPES = ['image/png', 'image/jpeg']

/** Returns why a file is not accepted as a category image; undefined if it is. */
export const imageError = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined =>
  !TYPES.includes(type)
    ? 'The image must be a PNG or JPG.'
    : size > MAX_BYTES
      ? 'The image is larger than 5 MB.'
      : undefined

type Props = {
  file: File | null
  /** URL of the current image. */
  present: string | null
  /** The server's error about the image that was sent. */
  serverError?: ReactNode
  onChoose(file: File | null): void
}

/** Selects the image of a category by dialog or drop; it is sent with the form. */
export const ImageField = ({ file, present, serverError, onChoose }: Props) => (
  <FileDrop
    label="Category image"
    choose="Choose a category image"
    words={file?.name ?? (present ? 'Choose another image' : 'Choose an image')}
    hint="PNG or JPG, max 5 MB"
    error={file ? (imageError(file) ?? serverError) : undefined}
    mark={
      present ? (
        <Box component="img" w={64} h={36} bdrs="sm" style={COVER} src={cardImage(present)} alt="" />
      ) : (
        <Icon icon={IconPhoto} size={20} />
      )
    }
    accept=".png,.jpeg,.jpg,image/png,image/jpeg"
    onChoose={onChoose}
  />
)
