import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ActionMenu, type MenuAction } from './action-menu.tsx'
import classes from './data-table.module.css'
import { IconButton } from './icon-button.tsx'
import { join } from './join.ts'

export type Column<Row> = {
  key: string
  head: ReactNode
  cell(row: Row): ReactNode
  /** Right-aligned, head and all. */
  numeric?: boolean
  /** The name of the row: ink, and the row's header. */
  strong?: boolean
  width?: number | string
}

export type DataTableProps<Row> = {
  /** What the table lists, for those who hear it. */
  label: string
  rows: readonly Row[]
  rowKey(row: Row): string | number
  columns: readonly Column<Row>[]
  /** Always visible at the end of the row; on a phone a menu. */
  actions?: (row: Row) => readonly MenuAction[]
  /** The name of the row inside of its actions' names: "Edit Jed Harrowell". */
  rowName?: (row: Row) => string
  /** On a phone: what stands at the left, the two lines, and at the right. */
  phone: {
    lead?: (row: Row) => ReactNode
    first(row: Row): ReactNode
    second?: (row: Row) => ReactNode
    end?: (row: Row) => ReactNode
  }
  className?: string | undefined
}

/** A table of 44 px rows under a sticky head; on a phone each row has two lines. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return narrow ? <PhoneRows {...props} /> : <Table {...props} />
}

const Table = <Row,>({ label, rows, rowKey, columns, actions, rowName, className }: DataTableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={join(classes.scroll, className)} aria-label={label} tabIndex={0}>
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map(({ key, head, numeric, width }) => (
            <th key={key} scope="col" className={numeric ? classes.numeric : undefined} style={{ width }}>
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col" className={classes.actions}>
              <span className="ps-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, cell, numeric, strong }) => (
              <td key={key} className={join(numeric && classes.numeric, strong && classes.strong)}>
                {cell(row)}
              </td>
            ))}
            {actions && (
              <td className={classes.actions}>
                <span>
                  {actions(row).map(({ label: name, icon, onSelect, danger, disabled }) => (
                    <IconButton
                      key={name}
                      size="sm"
                      icon={icon}
                      label={rowName ? `${name} ${rowName(row)}` : name}
                      title={name}
                      danger={danger ?? false}
                      disabled={disabled}
                      onClick={onSelect}
                    />
                  ))}
                </span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const PhoneRows = <Row,>({ label, rows, rowKey, actions, rowName, phone, className }: DataTableProps<Row>) => (
  <ul className={join(classes.rows, className)} aria-label={label}>
    {rows.map((row) => (
      <li key={rowKey(row)} className={classes.row}>
        {phone.lead?.(row)}
        <div className={classes.words}>
          <div className={classes.first}>{phone.first(row)}</div>
          {phone.second && <div className={classes.second}>{phone.second(row)}</div>}
        </div>
        {phone.end?.(row)}
        {actions && <ActionMenu label={rowName ? `Actions for ${rowName(row)}` : 'Actions'} actions={actions(row)} />}
      </li>
    ))}
  </ul>
)
