import { loadModule, parseSync } from 'libpg-query';
import { copiedTables, keyedTables, unlistedTables } from '#db/citus/layout.ts';

await loadModule();

type Node = Record<string, unknown>;

/** Why a statement would not run where keyed tables stand on several machines. */
export type ShardFault =
  | 'keyed tables are joined without the borrower'
  | 'keyed rows are locked without their borrower'
  | 'keyed rows are changed without their borrower'
  | 'a subselect says whose row it is'
  | 'keyed and unkeyed tables stand in one statement'
  | 'rows are told by ctid'
  | 'a write of several tables is one statement'
  | 'a statement of one borrower asks all machines'
  | 'a value of a new row is a subselect'
  | 'a change works a value out by the clock or the session'
  | 'keyed rows are looked up for a page that is cut'
  | 'a subselect beside a copied table looks at keyed rows';

/** A table, or what stands for one, in a FROM. */
interface Source {
  readonly alias: string;
  readonly isKeyed: boolean;
  /** Whether it is a table in one place. */
  readonly isApart: boolean;
  /** Whether it is a table that each machine has. */
  readonly isCopied: boolean;
  /** Whether it is a subselect with a limit. */
  readonly isCut: boolean;
}

const derived = { isKeyed: false, isApart: false, isCopied: false, isCut: false };

interface Scope {
  readonly sources: Source[];
}

const keyed: ReadonlySet<string> = new Set(keyedTables);
const copied: ReadonlySet<string> = new Set(copiedTables);
const unlisted: ReadonlySet<string> = new Set(unlistedTables);
/** Those that a machine may not work out beside the rows of a change. */
const unsteadyFunctions =
  /"sval":"(?:now|clock_timestamp|statement_timestamp|random|gen_random_uuid|nextval|to_char|make_interval)"/;

/**
 * Why a statement would be refused by a database whose keyed tables stand on several machines, each fault once.
 * @param text with placeholders.
 * @param values of the placeholders: borrowers that are equal count as one.
 */
export function shardFaultsOf(text: string, values: readonly unknown[]): ShardFault[] {
  const { stmts } = parseSync(text) as { stmts: { stmt: Node }[] };
  const reading = new Reading(values);
  for (const { stmt } of stmts) reading.statement(stmt, []);
  return reading.faults();
}

class Reading {
  readonly #values: readonly unknown[];
  readonly #faults = new Set<ShardFault>();
  /** Which sources are of one borrower, by all that the statement says, and by what stands beside each: machines are found by that alone. */
  readonly #parents = new Map<unknown, unknown>();
  readonly #beside = new Map<unknown, unknown>();
  readonly #sources: Source[] = [];
  readonly #checks: (() => void)[] = [];

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  faults(): ShardFault[] {
    for (const check of this.#checks) check();
    const isFound = (source: Source) => this.#isOfOne(source, this.#beside);
    const isLost = (source: Source) => this.#isOfOne(source, this.#parents) && !isFound(source);
    if (this.#sources.some(isFound) && this.#sources.some(isLost))
      this.#faults.add('a statement of one borrower asks all machines');
    return [...this.#faults];
  }

  statement(node: Node, outer: readonly Scope[], views: ReadonlySet<string> = new Set()): void {
    const [[kind, content] = []] = Object.entries(node) as [string, Node][];
    if (kind === 'SelectStmt' && content) this.#select(content, outer, views);
    else if (kind === 'InsertStmt' && content) this.#insert(content, outer, views);
    else if ((kind === 'UpdateStmt' || kind === 'DeleteStmt') && content) this.#change(content, outer, views);
  }

  #select(select: Node, outer: readonly Scope[], outerViews: ReadonlySet<string>): void {
    const views = this.#views(select, outer, outerViews);
    if (select.larg || select.rarg) {
      for (const side of [select.larg, select.rarg]) this.#select(side as Node, outer, views);
      return;
    }
    const scope: Scope = { sources: [] };
    const scopes = [scope, ...outer];
    this.#from(select.fromClause, scope, outer, views);
    this.#expressions(
      [
        select.targetList,
        select.whereClause,
        select.havingClause,
        select.sortClause,
        select.groupClause,
        select.valuesLists,
        select.limitCount,
        select.distinctClause,
        select.windowClause,
      ],
      scopes,
      views,
    );
    this.#equalities(select.whereClause, scopes);
    this.#joined(scope, outer, select);
    if (select.lockingClause) {
      const locked = (select.lockingClause as Node[]).flatMap(({ LockingClause: clause }) => {
        const named = (clause as Node).lockedRels as Node[] | undefined;
        return (
          named?.map((each) => (each.RangeVar as Node).relname as string) ??
          scope.sources.map(({ alias }) => alias)
        );
      });
      const sources = scope.sources.filter(({ alias, isKeyed }) => isKeyed && locked.includes(alias));
      this.#checks.push(() => {
        if (sources.some((source) => !this.#isOfOne(source)))
          this.#faults.add('keyed rows are locked without their borrower');
      });
    }
  }

  #insert(insert: Node, outer: readonly Scope[], outerViews: ReadonlySet<string>): void {
    const table = (insert.relation as Node).relname as string;
    const views = this.#views(insert, outer, outerViews);
    const target = this.#table(insert.relation as Node, views);
    if (insert.withClause && this.#writes(insert.withClause) && keyed.has(table))
      this.#faults.add('a write of several tables is one statement');
    const rows = (insert.selectStmt as Node | undefined)?.SelectStmt as Node | undefined;
    if (rows?.valuesLists && !unlisted.has(table) && JSON.stringify(rows.valuesLists).includes('"SubLink"'))
      this.#faults.add('a value of a new row is a subselect');
    if (insert.selectStmt) this.statement(insert.selectStmt as Node, outer, views);
    const given = JSON.stringify(insert.selectStmt ?? {}).match(/(?<="relname":")\w+/g) ?? [];
    if (
      given.some(
        (name) => !views.has(name) && (target.isKeyed ? isApart(name) : target.isApart && keyed.has(name)),
      )
    )
      this.#faults.add('keyed and unkeyed tables stand in one statement');
    const scope: Scope = { sources: [target] };
    this.#expressions([insert.onConflictClause, insert.returningList], [scope, ...outer], views);
  }

  #change(change: Node, outer: readonly Scope[], outerViews: ReadonlySet<string>): void {
    const views = this.#views(change, outer, outerViews);
    const scope: Scope = { sources: [] };
    const scopes = [scope, ...outer];
    const target = this.#table(change.relation as Node, views);
    scope.sources.push(target);
    this.#from(change.fromClause ?? change.usingClause, scope, outer, views);
    this.#expressions([change.targetList, change.whereClause, change.returningList], scopes, views);
    this.#equalities(change.whereClause, scopes);
    this.#joined(scope, outer, change);
    const written = JSON.stringify([change.targetList, change.whereClause]);
    const { relname } = change.relation as Node;
    if (
      !unlisted.has(relname as string) &&
      (unsteadyFunctions.test(written) || written.includes('"SQLValueFunction"'))
    )
      this.#faults.add('a change works a value out by the clock or the session');
    if (target.isKeyed)
      this.#checks.push(() => {
        if (!this.#isOfSome(target)) this.#faults.add('keyed rows are changed without their borrower');
      });
  }

  #views(statement: Node, outer: readonly Scope[], outerViews: ReadonlySet<string>): ReadonlySet<string> {
    const views = new Set(outerViews);
    const clause = statement.withClause as Node | undefined;
    for (const { CommonTableExpr: view } of (clause?.ctes ?? []) as Node[]) {
      const { ctename, ctequery } = view as { ctename: string; ctequery: Node };
      if (clause?.recursive) views.add(ctename);
      this.statement(ctequery, outer, views);
      views.add(ctename);
    }
    return views;
  }

  #writes(clause: unknown): boolean {
    return /"(?:Insert|Update|Delete)Stmt"/.test(JSON.stringify(clause));
  }

  #table(range: Node, views: ReadonlySet<string>): Source {
    const name = range.relname as string;
    const alias = aliasOf(range.alias as Node | undefined) ?? name;
    const isView = views.has(name) || range.schemaname !== undefined;
    const source = {
      ...derived,
      alias,
      ...(!isView && { isKeyed: keyed.has(name), isApart: isApart(name), isCopied: copied.has(name) }),
    };
    if (source.isKeyed) this.#sources.push(source);
    return source;
  }

  #from(clause: unknown, scope: Scope, outer: readonly Scope[], views: ReadonlySet<string>): void {
    for (const item of (clause ?? []) as Node[]) this.#source(item, scope, outer, views);
  }

  #source(item: Node, scope: Scope, outer: readonly Scope[], views: ReadonlySet<string>): void {
    if (item.RangeVar) scope.sources.push(this.#table(item.RangeVar as Node, views));
    else if (item.JoinExpr) {
      const join = item.JoinExpr as Node;
      this.#source(join.larg as Node, scope, outer, views);
      this.#source(join.rarg as Node, scope, outer, views);
      this.#expressions([join.quals], [scope, ...outer], views);
      this.#equalities(join.quals, [scope, ...outer]);
      if (JSON.stringify(join.usingClause ?? '').includes('"borrower_id"')) {
        const [first, ...others] = scope.sources.filter(({ isKeyed }) => isKeyed);
        for (const other of others) this.#unite(first, other, true);
      }
    } else if (item.RangeSubselect) {
      const { subquery, alias, lateral } = item.RangeSubselect as {
        subquery: Node;
        alias?: Node;
        lateral?: boolean;
      };
      this.statement(subquery, lateral ? [scope, ...outer] : outer, views);
      const isCut = (subquery.SelectStmt as Node | undefined)?.limitCount !== undefined;
      scope.sources.push({ ...derived, alias: aliasOf(alias) ?? '', isCut });
    } else if (item.RangeFunction) {
      const { alias, functions } = item.RangeFunction as { alias?: Node; functions: unknown };
      this.#expressions([functions], [scope, ...outer], views);
      scope.sources.push({ ...derived, alias: aliasOf(alias) ?? '' });
    }
  }

  /** Subselects in expressions, and rows that are told by their place. */
  #expressions(expressions: unknown, scopes: readonly Scope[], views: ReadonlySet<string>): void {
    if (Array.isArray(expressions)) {
      for (const each of expressions) this.#expressions(each, scopes, views);
    } else if (typeof expressions === 'object' && expressions !== null) {
      const node = expressions as Node;
      if (node.SubLink) {
        const { subselect, testexpr } = node.SubLink as { subselect: Node; testexpr?: unknown };
        this.statement(subselect, scopes, views);
        this.#besideCopies(subselect, scopes);
        this.#expressions(testexpr, scopes, views);
        if (columnOf(testexpr)?.name === 'borrower_id' && this.#sourceOf(testexpr, scopes)?.isKeyed)
          this.#faults.add('a subselect says whose row it is');
        return;
      }
      if (
        node.ColumnRef &&
        columnOf(node)?.name === 'ctid' &&
        scopes[0]?.sources.some(({ isKeyed }) => isKeyed)
      )
        this.#faults.add('rows are told by ctid');
      for (const each of Object.values(node)) this.#expressions(each, scopes, views);
    }
  }

  #equalities(condition: unknown, scopes: readonly Scope[]): void {
    const node = condition as Node | undefined;
    const bool = node?.BoolExpr as { boolop: string; args: unknown[] } | undefined;
    if (bool?.boolop === 'AND_EXPR') for (const each of bool.args) this.#equalities(each, scopes);
    const { kind, lexpr, rexpr, name } = (node?.A_Expr ?? {}) as {
      kind?: string;
      lexpr?: Node;
      rexpr?: Node;
      name?: unknown;
    };
    if (kind === 'AEXPR_IN') this.#isOneOf(lexpr, scopes);
    if (JSON.stringify(name) !== '[{"String":{"sval":"="}}]') return;
    if (kind === 'AEXPR_OP_ANY') this.#isOneOf(lexpr, scopes);
    if (kind !== 'AEXPR_OP') return;
    const sides = [this.#sourceOf(lexpr, scopes), this.#sourceOf(rexpr, scopes)];
    const [left, right] = sides;
    const isHere = (source: Source) => scopes[0]?.sources.includes(source) === true;
    if (left && right) this.#unite(left, right, isHere(left) && isHere(right));
    for (const [source, other] of [
      [left, rexpr],
      [right, lexpr],
    ] as const) {
      if (!source?.isKeyed) continue;
      if (bare(other).SubLink) this.#faults.add('a subselect says whose row it is');
      const value = this.#valueOf(other);
      if (value !== undefined) this.#unite(source, `value ${value}`, isHere(source));
    }
  }

  #isOneOf(column: unknown, scopes: readonly Scope[]): void {
    const source = this.#sourceOf(column, scopes);
    if (source) this.#unite(source, 'values', false);
  }

  /** The source whose `borrower_id` it is; of a column without a table's name the only keyed one there is. */
  #sourceOf(expression: unknown, scopes: readonly Scope[]): Source | undefined {
    const column = columnOf(expression);
    if (column?.name !== 'borrower_id') return undefined;
    for (const { sources } of scopes) {
      const found =
        column.table === undefined
          ? sources.find(({ isKeyed }) => isKeyed)
          : sources.find(({ alias }) => alias === column.table);
      if (found) return found;
    }
    return undefined;
  }

  #valueOf(expression: unknown): string | undefined {
    const node = bare(expression);
    const number = (node.ParamRef as { number?: number } | undefined)?.number;
    if (number !== undefined) return String(this.#values[number - 1]);
    const text = (node.A_Const as { sval?: { sval?: string } } | undefined)?.sval;
    return text && String(text.sval);
  }

  /** Notes a subselect of rows of copied tables that looks at keyed rows too. */
  #besideCopies(subselect: Node, [scope, ...outer]: readonly Scope[]): void {
    if (!scope || scope.sources.length === 0 || !scope.sources.every(({ isCopied }) => isCopied)) return;
    const named = tablesNamedIn(subselect);
    if (!scope.sources.some(({ alias }) => named.has(alias))) return;
    const tables = JSON.stringify(subselect).match(/(?<="relname":")\w+/g) ?? [];
    const around = outer.flatMap(({ sources }) => sources).filter(({ alias }) => named.has(alias));
    if (tables.some((table) => keyed.has(table)) || around.some(({ isKeyed }) => isKeyed))
      this.#faults.add('a subselect beside a copied table looks at keyed rows');
  }

  /** Notes that the keyed sources of a scope, and of the one around it that it looks at, have to be of one borrower. */
  #joined({ sources }: Scope, outer: readonly Scope[], statement: Node): void {
    const named = tablesNamedIn(statement);
    const around = outer
      .flatMap((scope) => scope.sources)
      .filter(({ alias }) => named.has(alias) && !sources.some((source) => source.alias === alias));
    const all = [...sources, ...around];
    if (all.some(({ isKeyed }) => isKeyed) && all.some((source) => source.isApart))
      this.#faults.add('keyed and unkeyed tables stand in one statement');
    if (!sources.some(({ isKeyed }) => isKeyed)) return;
    if (around.some(({ isCut }) => isCut) && !around.some(({ isKeyed }) => isKeyed))
      this.#faults.add('keyed rows are looked up for a page that is cut');
    this.#checks.push(() => {
      const [first, ...others] = all.filter(({ isKeyed }) => isKeyed).map((source) => this.#root(source));
      if (others.some((other) => other !== first))
        this.#faults.add('keyed tables are joined without the borrower');
    });
  }

  #isOfOne(source: Source, of: ReadonlyMap<unknown, unknown> = this.#parents): boolean {
    const root = rootOf(source, of);
    return [...of.keys()].some(
      (key) => typeof key === 'string' && key.startsWith('value ') && rootOf(key, of) === root,
    );
  }

  #isOfSome(source: Source): boolean {
    const root = this.#root(source);
    return this.#isOfOne(source) || this.#root('values') === root;
  }

  #root(key: unknown): unknown {
    return rootOf(key, this.#parents);
  }

  #unite(one: unknown, other: unknown, isBeside: boolean): void {
    unite(this.#parents, one, other);
    if (isBeside) unite(this.#beside, one, other);
  }
}

function rootOf(key: unknown, parents: ReadonlyMap<unknown, unknown>): unknown {
  const parent = parents.get(key);
  return parent === undefined || parent === key ? key : rootOf(parent, parents);
}

function unite(parents: Map<unknown, unknown>, one: unknown, other: unknown): void {
  const [from, to] = [rootOf(one, parents), rootOf(other, parents)];
  parents.set(to, to);
  parents.set(from, to);
}

const aliasOf = (alias: Node | undefined) => alias?.aliasname as string | undefined;

/** What columns are said to be of. */
function tablesNamedIn(statement: Node): ReadonlySet<string> {
  return new Set(JSON.stringify(statement).match(/(?<="fields":\[\{"String":\{"sval":")\w+(?="\}\},)/g));
}

function isApart(table: string): boolean {
  return !keyed.has(table) && !copied.has(table);
}

/** Without the casts around it. */
function bare(expression: unknown): Node {
  const node = (expression ?? {}) as Node;
  return node.TypeCast ? bare((node.TypeCast as Node).arg) : node;
}

function columnOf(expression: unknown): { readonly name: string; readonly table?: string } | undefined {
  const fields = (bare(expression).ColumnRef as { fields?: Node[] } | undefined)?.fields;
  if (!fields) return undefined;
  const names = fields.map((field) => String((field.String as Node | undefined)?.sval));
  const [name = '', table] = names.reverse();
  return { name, ...(table === undefined ? {} : { table }) };
}
