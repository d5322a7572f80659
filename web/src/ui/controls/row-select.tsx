import { NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'
import classes from './row-select.module.css'

type RowSelectProps<Value extends string> = {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose(value: Value): void
  /** Whether the chosen value means that a car is out. */
  bad?: boolean
  className?: string | undefined
} & Pick<ComponentProps<'select'>, 'aria-label' | 'disabled' | 'title'>

/** A choice of a few, small enough for a row of a list. */
export const RowSelect = <Value extends string>({
  value,
  options,
  onChoose,
  bad,
  className,
  ...rest
}: RowSelectProps<Value>) => (
  <NativeSelect
    {...rest}
    size="sm"
    radius="sm"
    className={className}
    classNames={{ wrapper: join(classes.row, bad && classes.bad) }}
    rightSection={<Icon icon={IconSelector} size={16} />}
    rightSectionWidth={26}
    data={options}
    value={value}
    onChange={({ currentTarget }) => {
      const chosenOption = options.find((option) => option.value === currentTarget.value)
      if (chosenOption) onChoose(chosenOption.value)
    }}
  />
)
