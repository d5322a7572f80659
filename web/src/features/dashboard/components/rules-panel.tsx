import { Box, Flex, Stack } from '@mantine/core'
import type { Points } from '@purple-sector/contracts/categories'

const RULES = [
  'One car per category, for the entire weekend.',
  'Tips close 2 minutes before each event.',
  'A change counts from the next session that’s still open.',
  'Cars that are out can’t be picked.',
  'Level on points? Most winners picked goes first.',
]

const SHEARED = { transform: 'skewX(-32deg)' }

const Figure = ({ children }: { children: number }) => (
  <Box component="td" className="ps-num" py={7} px={0} ta="right" fz={15}>
    {children}
  </Box>
)

const Row = ({ name, points }: { name: string; points: Points }) => (
  <tr>
    <Box component="th" scope="row" py={7} px={0} fz="sm" fw={480} c="dimmed">
      {name}
    </Box>
    <Figure>{points.first}</Figure>
    <Figure>{points.second}</Figure>
    <Figure>{points.third}</Figure>
  </tr>
)

/** What earns points, and until when tips are accepted. */
export const RulesPanel = ({
  mainName = 'Main',
  main,
  support,
}: {
  mainName?: string | undefined
  main: Points
  support: Points
}) => (
  <>
    <table className="ps-table ps-below">
      <thead>
        <tr>
          <Box component="th" scope="col" pb={7} px={0}>
            Points
          </Box>
          {['1st', '2nd', '3rd'].map((place) => (
            <Box key={place} component="th" scope="col" pb={7} px={0} ta="right">
              {place}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row name={mainName} points={main} />
        <Row name="Support" points={support} />
      </tbody>
    </table>
    <Stack component="ul" gap={8} mt={14}>
      {RULES.map((rule) => (
        <Flex key={rule} component="li" className="ps-sm ps-muted" gap={9}>
          <Box component="i" flex="none" w={9} h={4} mt={7} bg="var(--ps-line-2)" style={SHEARED} />
          {rule}
        </Flex>
      ))}
    </Stack>
  </>
)
