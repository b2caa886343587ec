// The standard normal: density, distribution (Hart 1968 in the form of West 2005; relative error below 1e-8, absolute below 1e-15)
// and quantile (Wichura 1988, AS 241, 1e-16).

const ROOT_TWO_PI = 2.5066282746310002

/** Value of a polynomial, coefficients from the constant term up. */
function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * x + (coefficients[i] ?? 0)
  return sum
}

/** Density of a standard normal at `x`. */
export function normalPdf(x: number): number {
  return Math.exp(-0.5 * x * x) / ROOT_TWO_PI
}

const HART_TOP = [
  220.206867912376, 221.213596169931, 112.079291497871, 33.912866078383, 6.37396220353165, 0.700383064443688,
  0.0352624965998911,
]
const HART_BOTTOM = [
  440.413735824752, 793.826512519948, 637.333633378831, 296.564248779674, 86.7807322029461, 16.064177579207,
  1.75566716318264, 0.0883883476483184,
]

function upperTail(a: number): number {
  const e = Math.exp(-0.5 * a * a)
  if (a < 7.07106781186547) return (e * polynomial(HART_TOP, a)) / polynomial(HART_BOTTOM, a)
  return e / (a + 1 / (a + 2 / (a + 3 / (a + 4 / (a + 0.65))))) / ROOT_TWO_PI
}

/** Probability that a standard normal is at most `x`. */
export function normalCdf(x: number): number {
  const tail = upperTail(Math.abs(x))
  return x > 0 ? 1 - tail : tail
}

const CENTRE_TOP = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
]
const CENTRE_BOTTOM = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
]
const MIDDLE_TOP = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
]
const MIDDLE_BOTTOM = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
]
const FAR_TOP = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
]
const FAR_BOTTOM = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
]

/** The `x` with `normalCdf(x) = p`, for p in (0, 1); -Infinity and Infinity at the ends. */
export function normalQuantile(p: number): number {
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q
    return (q * polynomial(CENTRE_TOP, r)) / polynomial(CENTRE_BOTTOM, r)
  }
  const tail = q < 0 ? p : 1 - p
  if (tail <= 0) return q < 0 ? -Infinity : Infinity
  const r = Math.sqrt(-Math.log(tail))
  const [top, bottom, shift] = r <= 5 ? [MIDDLE_TOP, MIDDLE_BOTTOM, 1.6] : [FAR_TOP, FAR_BOTTOM, 5]
  const size = polynomial(top, r - shift) / polynomial(bottom, r - shift)
  return q < 0 ? -size : size
}
