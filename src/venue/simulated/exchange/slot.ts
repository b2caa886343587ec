// The exchange's tables: what it knows of an order or a match is a row of numbers in typed arrays, and goes by the number of its row, its
// slot. Nothing is made when one comes, so there is nothing that a collector would have to move.
//
//   orders     orders/order-table.ts     by hash: orders/hash-index.ts     what is done with them: orders/order-shelf.ts
//   matches    trades/match-table.ts
//   what is due    trades/due-queue.ts    refers to both

/** No slot, no price: the end of a list, or nothing there. */
export const NONE = -1
