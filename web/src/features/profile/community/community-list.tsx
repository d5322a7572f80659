import { Badge, Box, Flex, Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import classes from './community-list.module.css'

/** Maximum number of rows that the server returns. */
const MAX = 200

const SCROLLING: CSSProperties = { overflowY: 'auto' }

type Props<Row> = {
  title: string
  query: UseQueryResult<Row[]>
  empty: string
  failure: string
  row(row: Row): ReactNode
}

/** A list of the community with its count; long ones scroll in place. */
export const CommunityList = <Row extends { id: string }>({ title, query, empty, failure, row }: Props<Row>) => {
  const id = useId()
  const { data } = query
  return (
    <section aria-labelledby={id}>
      <Flex align="center" gap={8} px={16} pt={12} pb={6}>
        <h3 id={id} className="ps-label">
          {title}
        </h3>
        {data && <Badge size="sm">{data.length < MAX ? data.length : `${MAX}+`}</Badge>}
      </Flex>
      {data ? (
        data.length > 0 ? (
          // What scrolls must be reachable by keyboard.
          <Box component="ul" mah={352} pb={6} style={SCROLLING} tabIndex={0} aria-labelledby={id}>
            {data.map((each) => (
              <li key={each.id} className={classes.row}>
                {row(each)}
              </li>
            ))}
          </Box>
        ) : (
          <Text size="sm" c="dimmed" px={16} pt={2} pb={14}>
            {empty}
          </Text>
        )
      ) : query.isPending ? (
        <Box pb={6} role="status" aria-label={`Loading ${title}`}>
          {[0, 1, 2].map((index) => (
            <div key={index} className={classes.row}>
              <Skeleton width={32} height={32} />
              <Skeleton width="55%" />
            </div>
          ))}
        </Box>
      ) : (
        <QueryError order={3} title={failure} query={query} />
      )}
    </section>
  )
}
