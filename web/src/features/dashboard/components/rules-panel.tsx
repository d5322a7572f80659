import { Box } from '@mantine/core'
import type { Points } from '@purple-sector/contracts/categories'
import classes from './rules-panel.module.css'

const RULES = [
  'One car per category, for the entire weekend.',
  'Tips close 2 minutes before each event.',
  'A change counts from the next session that’s still open.',
  'Cars that are out can’t be picked.',
  'Level on points? Most winners picked goes first.',
]

const Row = ({ name, points }: { name: string; points: Points }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{points.first}</td>
    <td>{points.second}</td>
    <td>{points.third}</td>
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
  <div className={classes.rules}>
    <table className="ps-table">
      <thead>
        <tr>
          <th scope="col">Points</th>
          <th scope="col">1st</th>
          <th scope="col">2nd</th>
          <th scope="col">3rd</th>
        </tr>
      </thead>
      <tbody>
        <Row name={mainName} points={main} />
        <Row name="Support" points={support} />
      </tbody>
    </table>
    <Box component="ul" mt={14}>
      {RULES.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </Box>
  </div>
)
