import coined from './infra/test/coined-words.json' with { type: 'json' }

const { prose } = coined

/** Comments of TypeScript, JavaScript and CSS; other text of these files is checked by `infra/test/check-names.ts`. */
const COMMENTS = ['CStyleComment']

/**
 * Checks the prose of comments and documents for coined words: nothing else is spelled. Texts of the product, fixtures
 * and migrations are not read.
 */
export default {
  version: '0.2',
  language: 'en-GB',
  unknownWords: 'report-flagged',
  flagWords: Object.entries(prose).map(([word, standard]) => `${word} -> ${standard}`),
  files: ['**/*.{ts,tsx,mjs,css,md,sh,yml,yaml}'],
  useGitignore: true,
  // Code in prose, for example the user `nobody` of Unix.
  ignoreRegExpList: ['/`[^`\n]+`/g'],
  languageSettings: [
    { languageId: 'typescript,typescriptreact,javascript,css', includeRegExpList: COMMENTS },
    { languageId: 'shellscript,yaml,dockercompose', includeRegExpList: ['/#.*/g'] },
  ],
  ignorePaths: [
    '**/migrations/**',
    '**/fixtures/**',
    '**/node_modules/**',
    'infra/test/coined-words.json',
    'infra/test/prose.test.ts',
  ],
}
