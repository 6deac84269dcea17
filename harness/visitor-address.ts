/** The address of a visitor with a network of their own, in `x-forwarded-for`: what one network may do is limited. */
export const toVisitorAddress = (number: number) => `10.${(number >> 8) & 255}.${number & 255}.7`;
