/**
 * The values of the products' attributes, by the reference of the product: what its name and its specifications say,
 * as a number in the attribute's unit, the key of a choice, true or false.
 */
import type { AttributeValues } from "#supabase/seed/data/types.ts";

export const attributeValues: Record<string, AttributeValues> = {
  // cable
  "VOL-FIL-15": { longueur: 100, section: 1.5 },
  "VOL-FIL-25": { longueur: 100, section: 2.5 },
  "VOL-SOU-315": { longueur: 50, section: 1.5 },
  "SOL-CAB-6": { longueur: 50, section: 6 },
  "VOL-BRA-16": { section: 16, matiere: "aluminium" },
  // disjoncteur
  "VOL-DIS-16": { calibre: 16 },
  "VOL-DIF-40": { calibre: 40 },
  "VOL-DIS-463": { calibre: 63 },
  "SOL-DCC-63": { calibre: 63 },
  "VOL-PRT-63": { calibre: 63 },
  // prise
  "VOL-PRI-16": { calibre: 16, couleur: "blanc" },
  "VOL-INT-VV": { calibre: 10, couleur: "blanc" },
  "VOL-MUL-6": { puissance: 3500, longueur: 3 },
  "VOL-ENR-40": { puissance: 3500, longueur: 40, section: 2.5 },
  "VOL-PRU-2": { calibre: 16, couleur: "blanc" },
  // ampoule-led
  "LUM-AMP-9": { puissance: 9, "flux-lumineux": 900, "temperature-de-couleur": 6500 },
  "LUM-AMR-12": { puissance: 12, "flux-lumineux": 1080, "temperature-de-couleur": 6500 },
  "LUM-AML-7": { puissance: 7, "flux-lumineux": 630, "temperature-de-couleur": 3000, "nombre-de-pieces": 10 },
  "LUM-REG-18": {
    puissance: 18,
    tension: 220,
    longueur: 1.2,
    "flux-lumineux": 1800,
    "temperature-de-couleur": 6500,
  },
  "LUM-PAN-24": { puissance: 24, "flux-lumineux": 2160, "temperature-de-couleur": 4000 },
  // projecteur
  "LUM-PRJ-50": {
    puissance: 50,
    tension: 220,
    "flux-lumineux": 5000,
    "temperature-de-couleur": 6500,
    "indice-de-protection": "ip66",
    solaire: false,
  },
  "LUM-PRS-200": { "indice-de-protection": "ip65", solaire: true },
  "LUM-LAM-90": { "flux-lumineux": 9000, "indice-de-protection": "ip65", solaire: true },
  "LUM-PRT-60": { puissance: 60, "flux-lumineux": 6000, "indice-de-protection": "ip54", solaire: false },
  // panneau-solaire
  "SOL-PAN-450": { puissance: 450, solaire: true },
  "SOL-PAN-550": { puissance: 550, solaire: true },
  "SOL-PAN-200": { puissance: 200, solaire: true },
  "SOL-KIT-100": { solaire: true },
  "SOL-PAN-330": { puissance: 330, solaire: true },
  // batterie-solaire
  "SOL-BAG-200": { tension: 12, capacite: 200, solaire: true },
  "SOL-BAL-48": { tension: 51.2, capacite: 100 },
  "SOL-BAG-100": { tension: 12, capacite: 100, solaire: true },
  "SOL-BAL-12": { tension: 12.8, capacite: 100 },
  // onduleur
  "SOL-OND-5": { puissance: 5000 },
  "SOL-OND-3": { puissance: 3000 },
  "VOL-CNV-1000": { puissance: 1000 },
  "VOL-OIN-1000": { puissance: 600 },
  "SOL-OND-11": { puissance: 11000 },
  // brasseur-air
  "LUM-BRA-140": { puissance: 75, tension: 220, "diametre-des-pales": 140, solaire: false },
  "LUM-BRL-130": { puissance: 60, tension: 220, "diametre-des-pales": 130, solaire: false },
  "LUM-BRS-120": { puissance: 28, tension: 12, "diametre-des-pales": 120, solaire: true },
  "LUM-VEN-18": { puissance: 90, tension: 220, "diametre-des-pales": 45, solaire: false },
  // tableau-electrique
  "VOL-TAB-12": { "indice-de-protection": "ip40" },
  "VOL-TAB-24E": { tension: 220, "indice-de-protection": "ip40" },
  "VOL-COF-8": { "indice-de-protection": "ip65" },
  "VOL-INV-63": { tension: 220, calibre: 63 },
  // tuyau-arrosage
  "TEN-TUY-19": { diametre: 19, longueur: 50, pression: 8 },
  "TEN-TUY-15K": { diametre: 15, longueur: 25, pression: 6 },
  "AQU-TPL-2": { diametre: 50, longueur: 50, pression: 4 },
  "TEN-DEV-20": { diametre: 13, longueur: 20, pression: 8 },
  // arrosoir
  "TEN-ARR-10": { contenance: 10, matiere: "polyethylene" },
  "KOU-ARR-12": { contenance: 12, matiere: "acier" },
  "TEN-ARM-15": { contenance: 15, matiere: "polyethylene" },
  "TEN-ARI-2": { contenance: 2, matiere: "polypropylene" },
  // pelle
  "TEN-PIO-25": { "longueur-de-l-outil": 55 },
  // brouette
  "TEN-BRO-90": { contenance: 90, "charge-maximale": 200 },
  "FER-BRO-110": { contenance: 110, "charge-maximale": 250 },
  "TEN-BRO-75": { contenance: 75, "charge-maximale": 120 },
  "FER-DIA-250": { "charge-maximale": 250 },
  "TEN-ROU-400": { diametre: 400 },
  // secateur
  "KOU-SEC-21": { "longueur-de-l-outil": 21 },
  "KOU-CIS-55": { "longueur-de-l-outil": 55 },
  "KOU-COB-75": { "longueur-de-l-outil": 75 },
  "SAH-SEC-21": { tension: 21, "sans-fil": true },
  // pulverisateur
  "TEN-PUL-16": { contenance: 16, pression: 3 },
  "SAH-PUB-16": { "sans-fil": true, contenance: 16, pression: 4 },
  "TEN-PUL-5": { contenance: 5, pression: 2.5 },
  "TEN-PUL-1": { contenance: 1 },
  "PRO-ATO-20": { contenance: 20 },
  // ciment
  "BAT-CIM-45": { conditionnement: 50 },
  "BAT-CIM-35": { conditionnement: 50 },
  "BAT-CIM-BL25": { conditionnement: 25, couleur: "blanc" },
  "BAT-CIM-PR5": { conditionnement: 5 },
  "BAT-MCO-25": { conditionnement: 25 },
  // fer-a-beton
  "FER-HA-10": { diametre: 10, longueur: 12, matiere: "acier" },
  "FER-HA-8": { diametre: 8, longueur: 12, matiere: "acier" },
  "FER-HA-12": { diametre: 12, longueur: 12, matiere: "acier" },
  "FER-RL-6": { diametre: 6, longueur: 12, matiere: "acier" },
  "FER-TRS-150": { diametre: 5, longueur: 6, matiere: "acier" },
  // parpaing
  "BAT-PAV-6": { epaisseur: 60, couleur: "gris" },
  // tole
  "BAT-TON-25": { longueur: 2, epaisseur: 0.25, matiere: "acier" },
  "BAT-BAC-35": { longueur: 3, epaisseur: 0.35, matiere: "acier" },
  "BAT-BPL-40": { longueur: 4, epaisseur: 0.4, matiere: "acier", couleur: "rouge" },
  "BAT-TTR-2": { longueur: 2, epaisseur: 1 },
  "FER-TNO-15": { epaisseur: 1.5, longueur: 2, matiere: "acier" },
  // carrelage
  "BAT-CGC-60": { epaisseur: 9, couleur: "beige" },
  "BAT-FAI-25": { epaisseur: 7, couleur: "blanc" },
  "BAT-CAD-40": { epaisseur: 8.5, couleur: "gris" },
  "BAT-CPM-80": { epaisseur: 10 },
  // peinture
  "NAA-ACR-25": { conditionnement: 25, couleur: "blanc" },
  "NAA-FAC-20": { conditionnement: 20, couleur: "ocre" },
  "NAA-GLY-4": { conditionnement: 4 },
  "NAA-ANR-1": { conditionnement: 1, couleur: "gris" },
  "NAA-HUI-20": { conditionnement: 20 },
  // enduit
  "NAA-ENL-25": { conditionnement: 25 },
  "NAA-ENF-30": { conditionnement: 30 },
  "NAA-ENR-5": { conditionnement: 5 },
  "BAT-PLA-40": { conditionnement: 40 },
  // bois
  "BOI-CHE-68": { longueur: 4, epaisseur: 60, matiere: "bois" },
  "BOI-CTP-18": { epaisseur: 18, longueur: 2.44, matiere: "bois" },
  "BOI-COF-27": { longueur: 4, epaisseur: 27, matiere: "bois" },
  "BOI-CTF-15": { epaisseur: 15, longueur: 2.5, matiere: "bois" },
  // etancheite
  "BAT-ETB-4": { epaisseur: 4 },
  "NAA-ETL-20": { conditionnement: 20, couleur: "blanc" },
  "BAT-HYD-5": { contenance: 5 },
  "BAT-MPU-300": { contenance: 0.3, couleur: "gris" },
  // perceuse
  "SAH-PER-750": { puissance: 750, tension: 220, "sans-fil": false, mandrin: 13 },
  "PRO-PER-1050": { puissance: 1050, tension: 220, "sans-fil": false, mandrin: 13 },
  "TEN-PER-500": { puissance: 500, tension: 220, "sans-fil": false, mandrin: 10 },
  "PRO-PCO-550": { puissance: 550, tension: 220, "sans-fil": false, mandrin: 16 },
  "SAH-PER-600K": { puissance: 600, tension: 220, "sans-fil": false, mandrin: 13 },
  // visseuse
  "SAH-VIS-20": { tension: 20, "sans-fil": true, mandrin: 13, couple: 42 },
  "PRO-VIC-180": { tension: 20, "sans-fil": true, couple: 180 },
  "TEN-VIS-12": { tension: 12, "sans-fil": true, mandrin: 10, couple: 24 },
  "PRO-CAC-320": { tension: 20, "sans-fil": true, couple: 320 },
  // meuleuse
  "PRO-MEU-900": { puissance: 900, tension: 220, "sans-fil": false, diametre: 125 },
  "PRO-MEU-2200": { puissance: 2200, tension: 220, "sans-fil": false, diametre: 230 },
  "SAH-MEU-650": { puissance: 650, tension: 220, "sans-fil": false, diametre: 115 },
  "SAH-MEU-20N": { tension: 20, "sans-fil": true, diametre: 125 },
  // scie-circulaire
  "SAH-SCI-1400": { puissance: 1400, tension: 220, "sans-fil": false, diametre: 185 },
  "PRO-SCI-1800": { puissance: 1800, tension: 220, "sans-fil": false, diametre: 235 },
  "PRO-SRO-255": { puissance: 1900, tension: 220, "sans-fil": false, diametre: 255 },
  "TEN-MSC-600": { puissance: 600, tension: 220, "sans-fil": false, diametre: 89 },
  // scie-sauteuse
  "SAH-SSA-650": { puissance: 650, tension: 220, "sans-fil": false },
  "PRO-SSA-800": { puissance: 800, tension: 220, "sans-fil": false },
  "TEN-SSA-450": { puissance: 450, tension: 220, "sans-fil": false },
  "PRO-SSB-1100": { puissance: 1100, tension: 220, "sans-fil": false },
  // ponceuse
  "SAH-PON-350": { puissance: 350, tension: 220, "sans-fil": false },
  "PRO-PBA-900": { puissance: 900, tension: 220, "sans-fil": false },
  "TEN-PVI-240": { puissance: 240, tension: 220, "sans-fil": false },
  "PRO-PGI-750": { puissance: 750, tension: 220, "sans-fil": false },
  // perforateur
  "PRO-PRF-850": { puissance: 850, tension: 220, "sans-fil": false, "energie-de-frappe": 2.8 },
  "SAH-PRF-1500": { puissance: 1500, tension: 220, "sans-fil": false, "energie-de-frappe": 5.5 },
  "PRO-MPI-45": { puissance: 1700, tension: 220, "sans-fil": false, "energie-de-frappe": 45 },
  "PRO-PRF-20": { tension: 20, "sans-fil": true, "energie-de-frappe": 2 },
  // poste-a-souder
  "FER-PAS-160": { tension: 220, "intensite-de-soudage": 160 },
  "FER-PAS-250": { tension: 220, "intensite-de-soudage": 250 },
  "FER-MIG-200": { tension: 220, "intensite-de-soudage": 200 },
  "SAH-PAS-120": { tension: 220, "intensite-de-soudage": 120 },
  // groupe-electrogene
  "SAH-GEL-3": { puissance: 2800, contenance: 15 },
  "PRO-GEL-65": { puissance: 6000, contenance: 25 },
  "PRO-GED-8": { puissance: 7000, contenance: 16 },
  "SAH-GEI-2": { puissance: 1800, contenance: 4.1 },
  "TEN-GEL-950": { puissance: 950, contenance: 4.2 },
  // compresseur
  "PRO-COM-50": { puissance: 1500, tension: 220, contenance: 50, pression: 8 },
  "PRO-COM-100": { puissance: 2200, tension: 220, contenance: 100, pression: 10 },
  "SAH-COM-24": { puissance: 750, tension: 220, contenance: 24, pression: 8 },
  "TEN-COM-12": { tension: 12, pression: 10 },
  // tube-pvc
  "AQU-TUB-32": { diametre: 32, longueur: 4, epaisseur: 1.8, matiere: "pvc" },
  "AQU-TUB-100": { diametre: 100, longueur: 4, epaisseur: 3, matiere: "pvc", couleur: "gris" },
  "AQU-TPR-25": { diametre: 25, longueur: 6, pression: 16, matiere: "pvc" },
  "AQU-PPR-20": { diametre: 20, longueur: 4, epaisseur: 3.4, pression: 20 },
  "AQU-TFO-125": { diametre: 125, longueur: 3, epaisseur: 5, matiere: "pvc" },
  // raccord-pvc
  "AQU-COU-32": { diametre: 32, matiere: "pvc", couleur: "gris" },
  "AQU-TE-100": { diametre: 100, matiere: "pvc", couleur: "gris" },
  "AQU-LOT-25": { diametre: 25, pression: 16, "nombre-de-pieces": 20, matiere: "pvc" },
  "AQU-VAN-50": { diametre: 50, pression: 16, matiere: "pvc" },
  "AQU-SIP-150": { diametre: 50, matiere: "pvc" },
  // robinet
  "AQU-ROP-12": { pression: 16, raccordement: "1-2-pouce", matiere: "laiton" },
  "AQU-ROA-34": { pression: 10, raccordement: "3-4-pouce", matiere: "laiton", couleur: "chrome" },
  "AQU-ROF-1": { pression: 6, raccordement: "1-pouce", matiere: "laiton" },
  "AQU-ROT-12": { raccordement: "1-2-pouce", matiere: "laiton", couleur: "chrome" },
  // mitigeur
  "AQU-MIL-35": { raccordement: "3-8-pouce", matiere: "laiton", couleur: "chrome" },
  "AQU-MIE-CC": { pression: 5, raccordement: "3-8-pouce", matiere: "laiton", couleur: "chrome" },
  "AQU-MBD-15": { raccordement: "1-2-pouce", matiere: "laiton", couleur: "chrome" },
  "AQU-MIN-H": { raccordement: "3-8-pouce", matiere: "laiton", couleur: "noir" },
  // pompe-immergee
  "AQU-PIM-1": {
    puissance: 750,
    tension: 220,
    diametre: 98,
    "hauteur-de-refoulement": 62,
    solaire: false,
    raccordement: "1-1-4-pouce",
  },
  "AQU-PIM-15": {
    puissance: 1100,
    tension: 220,
    diametre: 98,
    "hauteur-de-refoulement": 92,
    solaire: false,
    raccordement: "1-1-4-pouce",
  },
  "SOL-PIM-750": { puissance: 750, tension: 72, diametre: 76, "hauteur-de-refoulement": 80, solaire: true },
  "AQU-PVC-550": {
    puissance: 550,
    tension: 220,
    "hauteur-de-refoulement": 7.5,
    solaire: false,
    raccordement: "1-1-2-pouce",
  },
  "AQU-SUR-05": {
    puissance: 370,
    tension: 220,
    contenance: 24,
    "hauteur-de-refoulement": 35,
    solaire: false,
  },
  // reservoir
  "AQU-RES-1000": { contenance: 1000, matiere: "polyethylene" },
  "AQU-RES-2000": { contenance: 2000, raccordement: "1-1-4-pouce", matiere: "polyethylene" },
  "AQU-RES-500H": { contenance: 500, matiere: "polyethylene" },
  "AQU-RES-5000": { contenance: 5000, raccordement: "2-pouces", matiere: "polyethylene" },
  // lavabo
  "AQU-LAC-55": { matiere: "ceramique", couleur: "blanc" },
  "AQU-VAS-40": { diametre: 400, matiere: "ceramique" },
  "AQU-LMA-36": { matiere: "ceramique" },
  "AQU-EVI-120": { matiere: "inox" },
  // wc
  "AQU-WCP-H": { matiere: "ceramique" },
  "AQU-WCT-60": { matiere: "ceramique" },
  "AQU-MEC-36": { matiere: "abs" },
  // douche
  "AQU-COD-20": { raccordement: "1-2-pouce", couleur: "chrome" },
  "AQU-DOU-5": { diametre: 110, raccordement: "1-2-pouce" },
  "AQU-REC-80": { matiere: "ceramique" },
  "AQU-CHE-55": { puissance: 5500, tension: 220, "indice-de-protection": "ipx5" },
  // marteau
  "KOU-MAR-500": { "longueur-de-l-outil": 32 },
  "KOU-MAR-700": { "longueur-de-l-outil": 34 },
  "KOU-MAS-15": { "longueur-de-l-outil": 27 },
  "KOU-MAI-680": { diametre: 65, "longueur-de-l-outil": 33, couleur: "blanc" },
  "TEN-MAS-5": { "longueur-de-l-outil": 90 },
  // tournevis
  "KOU-TOU-6": { "nombre-de-pieces": 6 },
  "VOL-TOU-7": { "nombre-de-pieces": 7 },
  "VOL-TES-220": { "longueur-de-l-outil": 14 },
  "TEN-TOC-32": { "nombre-de-pieces": 33 },
  // cle
  "KOU-CLM-12": { "nombre-de-pieces": 12 },
  "KOU-CLA-250": { "longueur-de-l-outil": 25 },
  "TEN-CLG-14": { "longueur-de-l-outil": 35, matiere: "fonte" },
  "KOU-DOU-24": { "nombre-de-pieces": 24 },
  // pince
  "VOL-PIU-180": { "longueur-de-l-outil": 18 },
  "KOU-PIC-160": { "longueur-de-l-outil": 16 },
  "TEN-TEN-280": { "longueur-de-l-outil": 28 },
  "SOL-PIS-MC4": { "longueur-de-l-outil": 26 },
  // vis
  "FER-VIB-440": { "nombre-de-pieces": 50 },
  "FER-VIP-335": { "nombre-de-pieces": 500, couleur: "noir" },
  "FER-VIT-625": { "nombre-de-pieces": 100 },
  "TEN-CHV-8": { diametre: 8, "nombre-de-pieces": 100 },
  "FER-TIR-880": { "nombre-de-pieces": 20 },
  // boulon
  "FER-BOU-1060": { "nombre-de-pieces": 25 },
  "FER-GOU-12": { "nombre-de-pieces": 10 },
  "FER-TIG-8": { diametre: 8, longueur: 1 },
  "FER-ASB-480": { "nombre-de-pieces": 480 },
  // cadenas
  "SER-CAD-50": { matiere: "laiton" },
  "SER-CAB-80": { matiere: "acier" },
  "SER-CAL-4": { "nombre-de-pieces": 4, matiere: "laiton" },
  // serrure
  "SER-CYL-3040": { matiere: "laiton" },
  "SER-VER-45": { couleur: "dore" },
  // metre-ruban
  "KOU-MET-5": { longueur: 5 },
  "KOU-MET-8": { longueur: 8 },
  "TEN-DEC-50": { longueur: 50 },
  "PRO-TEL-40": { "indice-de-protection": "ip54" },
  // niveau
  "KOU-NIV-60": { "longueur-de-l-outil": 60, matiere: "aluminium" },
  "KOU-NIV-120": { "longueur-de-l-outil": 120 },
  "TEN-NIE-20": { diametre: 10, longueur: 20, matiere: "pvc" },
  // echelle
  "TEN-ESC-5": { "charge-maximale": 150, matiere: "aluminium" },
  "TEN-ECH-235": { longueur: 6, "charge-maximale": 150, matiere: "aluminium" },
  "PRO-ECT-38": { longueur: 3.8, "charge-maximale": 150 },
  "TEN-ECS-4": { longueur: 4, "charge-maximale": 150, matiere: "acier" },
  // boite-a-outils
  "TEN-BOI-5": { matiere: "acier" },
  "KOU-COF-108": { "nombre-de-pieces": 108 },
  "PRO-SER-7": { "charge-maximale": 350 },
  "KOU-CAI-19": { "charge-maximale": 15, matiere: "polypropylene" },
  // casque
  "TEN-CAS-J": { matiere: "polyethylene", couleur: "jaune" },
  "TEN-CAS-B": { matiere: "abs", couleur: "blanc" },
};
