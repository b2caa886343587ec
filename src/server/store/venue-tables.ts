// The tables of a venue.
//
//   kept      kind, id -> value               orders    as last changed; `unfinished` ones are loaded at the start
//   trades    in the order of matching        fills     account -> trades
//
// `sum` is of the row, see row-sums.ts.

/** Raised when the rows change their form. */
export const FORMAT = 3
/** Taken over at the start: rows without sums; in the first one also no commit log, what a server had not copied was in SQLite's. */
export const FIRST_FORMAT = 1
export const FORMER_FORMATS: readonly unknown[] = [FIRST_FORMAT, 2]

/** As SQL. `temp` is the schema of what ends with the connection. */
export const tablesIn = (schema: 'main' | 'temp') => `
CREATE TABLE ${schema}.kept (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
  sum INTEGER NOT NULL, UNIQUE (kind, id));
CREATE TABLE ${schema}.orders (seq INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account TEXT NOT NULL, condition TEXT NOT NULL,
  status TEXT NOT NULL, unfinished INTEGER NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE INDEX ${schema}.orders_account ON orders (account, seq);
CREATE INDEX ${schema}.orders_condition ON orders (condition, seq);
CREATE INDEX ${schema}.orders_unfinished ON orders (seq) WHERE unfinished = 1;
CREATE TABLE ${schema}.trades (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, condition TEXT NOT NULL, status TEXT NOT NULL,
  body TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE INDEX ${schema}.trades_condition ON trades (condition, seq);
CREATE INDEX ${schema}.trades_pending ON trades (seq) WHERE status = 'pending';
CREATE TABLE ${schema}.fills (account TEXT NOT NULL, seq INTEGER NOT NULL, condition TEXT NOT NULL, PRIMARY KEY (account, seq))
  WITHOUT ROWID;
CREATE INDEX ${schema}.fills_condition ON fills (account, condition, seq);
`
