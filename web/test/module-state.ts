import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const CONTRACTS = '@purple-sector/contracts/'
const CONTRACTS_FOLDER = fileURLToPath(new URL('../../packages/contracts/src/', import.meta.url))

/** Objects that hold nothing of a render: they are immutable, or hold it only for an object that the render owns. */
const HARMLESS = /^(Intl\.\w+|RegExp|URL|WeakMap|WeakSet|BroadcastChannel)$/
const MUTATING = /^(push|pop|shift|unshift|splice|sort|reverse|fill|set|add|delete|clear)$/

export const parseModule = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

const visit = (node: ts.Node, callback: (node: ts.Node) => void): void => {
  callback(node)
  node.forEachChild((child) => visit(child, callback))
}

const unwrapped = (node: ts.Expression | undefined): ts.Expression | undefined =>
  node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    ? unwrapped(node.expression)
    : node

/** The variable at the root of `name.a.b` or `name[0]`, if there is such an access; a component may get a name. */
const rootOf = (node: ts.Node, isAccess = false): string | undefined => {
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'displayName') return undefined
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return rootOf(node.expression, true)
  return isAccess && ts.isIdentifier(node) ? node.text : undefined
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment

/** The variable whose content a node changes. */
const changedBy = (node: ts.Node): string | undefined => {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return rootOf(node.left)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
      ? rootOf(node.operand)
      : undefined
  if (ts.isDeleteExpression(node)) return rootOf(node.expression)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  return MUTATING.test(node.expression.name.text) ? rootOf(node.expression) : undefined
}

const isBrowserState = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.expression.getText() === 'browserState'

/** Names imported from packages, whose factories are not ours. */
const packageImports = (source: ts.SourceFile): Set<string> => {
  const names = new Set<string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || statement.moduleSpecifier.getText().slice(1).startsWith('.')) continue
    visit(statement, (node) => {
      if (ts.isImportSpecifier(node)) names.add(node.name.text)
    })
  }
  return names
}

/**
 * Names the variables at the top level of a module in which one render could leave something for another: variables that
 * are assigned, maps, sets and other objects that are changed, query clients, and what factories of ours keep.
 */
export const mutableStateIn = (source: ts.SourceFile): string[] => {
  const changed = new Set<string>()
  visit(source, (node) => {
    const name = changedBy(node)
    if (name !== undefined) changed.add(name)
  })
  const foreign = packageImports(source)
  const isMutable = ({ name, type, initializer }: ts.VariableDeclaration): boolean => {
    const value = unwrapped(initializer)
    if (!value || isBrowserState(value)) return false
    if (ts.isNewExpression(value)) {
      const className = value.expression.getText()
      if (HARMLESS.test(className)) return false
      return !(/^(Set|Map)$/.test(className) && type?.getText().startsWith('Readonly'))
    }
    if (ts.isCallExpression(value)) {
      const factory = value.expression.getText()
      const isOurs = /^create[A-Z]\w*$/.test(factory) && !foreign.has(factory)
      if (isOurs && !value.arguments.some(isBrowserState)) return true
    }
    return changed.has(name.getText())
  }
  return source.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return []
    const { flags, declarations } = statement.declarationList
    const isConstant = (flags & ts.NodeFlags.Const) !== 0
    return declarations.filter((declaration) => !isConstant || isMutable(declaration)).map(({ name }) => name.getText())
  })
}

const importedFile = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith(CONTRACTS)) return `${CONTRACTS_FOLDER}${specifier.slice(CONTRACTS.length)}.ts`
  return specifier.startsWith('.') ? resolve(dirname(from), specifier) : undefined
}

/** Our modules that a module loads, directly or through others, at once or later; by file. */
export const modulesReachedFrom = (entry: string): Map<string, ts.SourceFile> => {
  const reached = new Map<string, ts.SourceFile>()
  const reach = (file: string): void => {
    if (reached.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return
    const source = parseModule(file, readFileSync(file, 'utf8'))
    reached.set(file, source)
    visit(source, (node) => {
      const isImport = ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword
      const isExport = ts.isExportDeclaration(node) && !node.isTypeOnly
      const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
      const specifier = isImport || isExport ? node.moduleSpecifier : isDynamic ? node.arguments[0] : undefined
      const imported = specifier && ts.isStringLiteral(specifier) ? importedFile(file, specifier.text) : undefined
      if (imported !== undefined) reach(imported)
    })
  }
  reach(entry)
  return reached
}
