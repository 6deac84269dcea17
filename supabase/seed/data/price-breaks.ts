/** The prices by quantity of goods that are bought in number: from so many on, one costs so many francs. */
export const priceBreaks: Readonly<Record<string, readonly (readonly [from: number, price: number])[]>> = {
  "BAT-CIM-45": [
    [20, 5600],
    [100, 5400],
  ],
  "BAT-CIM-35": [
    [20, 5100],
    [100, 4950],
  ],
  "FER-HA-8": [
    [25, 2850],
    [100, 2750],
  ],
  "FER-HA-10": [
    [25, 4450],
    [100, 4300],
  ],
  "FER-HA-12": [
    [25, 6450],
    [100, 6250],
  ],
  "BAT-PAR-15": [
    [200, 310],
    [1000, 295],
  ],
  "BAT-PAR-20": [
    [200, 405],
    [1000, 390],
  ],
  "FER-BOU-1060": [[10, 3300]],
};
