import { Box, Button, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Brand } from '../../ui/layout/brand.tsx'
import { Mast } from '../../ui/layout/mast.tsx'
import { Circuit } from '../../ui/racing/circuit.tsx'
import classes from './not-found.module.css'

/** 404 page. Leads a signed-in user to the Dashboard, a visitor to the landing page. */
export const NotFound = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <Mast
      brand={
        <a href="/">
          <Brand />
        </a>
      }
    />
    <main className={classes.page}>
      <Box pb={{ base: 40, sm: 60 }}>
        <div className={classes.digits} aria-hidden="true">
          404
        </div>
        <div className={classes.segments} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <Title>This page ran wide</Title>
        <Box component="p" className="ps-muted" mt={8} fz={16} lh="24px">
          404: there’s nothing at this address. The page may have moved, or part of the link may be missing.
        </Box>
        <Button component={Link} to="/" w={{ base: '100%', sm: 'auto' }} mt={26}>
          {isSignedIn ? 'Back to the dashboard' : 'Back to the home page'}
        </Button>
      </Box>
      <svg className={classes.track} viewBox="60 -20 700 480" fill="none" aria-hidden="true">
        <Circuit />
        <g strokeWidth="5" strokeLinecap="round">
          <path className={classes.course} d="M250 404 L566 404" />
          <path stroke="var(--ps-red)" d="M566 404 C640 404 690 412 742 440" strokeDasharray="2 14" />
          <path stroke="var(--ps-red)" d="M734 430l18 18m0-18l-18 18" />
        </g>
      </svg>
    </main>
  </>
)
