import { Button, Flex, Input, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, useId, useRef } from 'react'

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

/** Chooses a file by a button, or by dropping it; keyboards have the button. */
export const FileDrop = ({ label, choose, words, hint, error, mark, accept, onChoose }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    const droppedFile = event.dataTransfer.files[0]
    if (droppedFile) onChoose(droppedFile)
  }
  return (
    <Input.Wrapper id={id} label={label} style={{ gridColumn: '1 / -1' }}>
      <Flex
        align="center"
        gap={12}
        px={12}
        py={7}
        pos="relative"
        bd="1px dashed var(--ps-control)"
        bdrs="md"
        c="var(--ps-ink-3)"
        onDragOver={(event) => event.preventDefault()}
        onDrop={handleDrop}
      >
        {mark}
        <div className="ps-fill">
          <Text component="b" display="block" c="var(--ps-ink)" fw={540} truncate>
            {words}
          </Text>
          <Text
            variant="note"
            id={`${id}-hint`}
            className={error ? 'ps-bad' : undefined}
            role={error ? 'alert' : undefined}
          >
            {error ?? hint}
          </Text>
        </div>
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
      </Flex>
    </Input.Wrapper>
  )
}
